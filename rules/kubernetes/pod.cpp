#include "rules/kubernetes/pod.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace gpulint {
namespace {

// A pmr vector keeps the allocator it was made with, also when it is assigned to: the vectors of a Pod that was made
// without thought of the arena are made anew.
template <typename T>
void restart(std::pmr::vector<T>& vector, Arena& arena, std::size_t capacity) {
  std::destroy_at(&vector);
  std::construct_at(&vector, &arena);
  vector.reserve(capacity);
}

template <typename T>
std::pmr::vector<T> reserved(Arena& arena, std::size_t capacity) {
  std::pmr::vector<T> vector(&arena);
  vector.reserve(capacity);
  return vector;
}

std::size_t list_size(const Field& field) {
  return field.is(Kind::sequence) ? field.size() : 0;
}
std::size_t map_size(const Field& field) {
  return field.is(Kind::mapping) ? field.size() : 0;
}

void parse_amounts(std::pmr::vector<ResourceAmount>& result, const Field& amounts, Arena& arena) {
  restart(result, arena, map_size(amounts));
  if (!amounts.is(Kind::mapping)) {
    return;
  }
  for (const Field amount : amounts.children()) {
    result.push_back({amount.key(), amount, Quantity::from_value(*amount.value())});
  }
  // By name, so that what rules say doesn't depend on the order of keys.
  std::sort(result.begin(), result.end(),
            [](const ResourceAmount& a, const ResourceAmount& b) { return a.name < b.name; });
}

std::pmr::vector<EnvVar> parse_env(const Field& env, Arena& arena) {
  auto result = reserved<EnvVar>(arena, list_size(env));
  if (!env.is(Kind::sequence)) {
    return result;
  }
  for (const Field variable : env.children()) {
    if (variable.is(Kind::mapping)) {
      const bool from_source = static_cast<bool>(variable["valueFrom"]);
      result.push_back({variable["name"].text(), variable, variable["value"], from_source});
    }
  }
  return result;
}

std::pmr::vector<VolumeMount> parse_mounts(const Field& mounts, Arena& arena) {
  auto result = reserved<VolumeMount>(arena, list_size(mounts));
  if (!mounts.is(Kind::sequence)) {
    return result;
  }
  for (const Field mount : mounts.children()) {
    if (mount.is(Kind::mapping)) {
      result.push_back({mount["name"].text(), mount["mountPath"].text(), mount});
    }
  }
  return result;
}

// Custom resources that build the image's name themselves write it as {repository, tag} (NIMService).
std::string_view image_of(const Field& image, Arena& arena) {
  if (!image.is(Kind::mapping)) {
    return image.text();
  }
  const std::string_view repository = image["repository"].text();
  const std::string_view tag = image["tag"].text();
  if (repository.empty() || tag.empty()) {
    return repository;
  }
  char* text = static_cast<char*>(arena.allocate(repository.size() + 1 + tag.size(), 1));
  std::memcpy(text, repository.data(), repository.size());
  text[repository.size()] = ':';
  std::memcpy(text + repository.size() + 1, tag.data(), tag.size());
  return {text, repository.size() + 1 + tag.size()};
}

void add_containers(Pod& pod, const Field& list, ContainerRole role, Arena& arena) {
  if (!list.is(Kind::sequence)) {
    return;
  }
  for (const Field container : list.children()) {
    if (!container.is(Kind::mapping)) {
      continue;
    }
    const bool restarts = role == ContainerRole::init && container["restartPolicy"].text() == "Always";
    add_container(pod, container, restarts ? ContainerRole::sidecar : role, arena);
  }
}

void parse_tolerations(Pod& pod, Arena& arena) {
  const Field list = pod.get("tolerations");
  restart(pod.tolerations, arena, list_size(list));
  if (!list.is(Kind::sequence)) {
    return;
  }
  for (const Field item : list.children()) {
    // `$patch: replace` is a directive of a kustomize patch, no toleration.
    if (item.is(Kind::mapping) && !item["$patch"].exists()) {
      pod.tolerations.push_back(
          {item, item["key"].text(), item["operator"].text(), item["value"].text(), item["effect"].text()});
    }
  }
}

std::pmr::vector<SelectorRequirement> parse_requirements(const Field& list, Arena& arena) {
  auto result = reserved<SelectorRequirement>(arena, list_size(list));
  if (!list.is(Kind::sequence)) {
    return result;
  }
  for (const Field item : list.children()) {
    if (!item.is(Kind::mapping)) {
      continue;
    }
    const Field values = item["values"];
    auto texts = reserved<std::string_view>(arena, list_size(values));
    if (values.is(Kind::sequence)) {
      for (const Value* value : values.value()->items()) {
        if (value->is(Kind::string)) {
          texts.push_back(value->text());
        }
      }
    }
    result.push_back({item, item["key"].text(), item["operator"].text(), std::move(texts)});
  }
  return result;
}

NodeSelectorTerm parse_term(const Field& term, std::int64_t weight, Arena& arena) {
  return {term, weight, parse_requirements(term["matchExpressions"], arena),
          parse_requirements(term["matchFields"], arena)};
}

void parse_node_affinity(Pod& pod, const Field& affinity, Arena& arena) {
  NodeAffinity& result = pod.node_affinity;
  result.field = affinity["nodeAffinity"];
  result.required = result.field["requiredDuringSchedulingIgnoredDuringExecution"];
  const Field required = result.required["nodeSelectorTerms"];
  const Field preferred = result.field["preferredDuringSchedulingIgnoredDuringExecution"];
  restart(result.required_terms, arena, list_size(required));
  restart(result.preferred_terms, arena, list_size(preferred));
  if (required.is(Kind::sequence)) {
    for (const Field term : required.children()) {
      if (term.is(Kind::mapping)) {
        result.required_terms.push_back(parse_term(term, 0, arena));
      }
    }
  }
  if (preferred.is(Kind::sequence)) {
    for (const Field item : preferred.children()) {
      if (const Field preference = item["preference"]; preference.is(Kind::mapping)) {
        result.preferred_terms.push_back(parse_term(preference, item["weight"].integer().value_or(0), arena));
      }
    }
  }
}

PodAffinityTerm parse_affinity_term(const Field& term, bool required, std::int64_t weight) {
  const bool own_namespace = term["namespaces"].size() == 0 && !term["namespaceSelector"];
  return {term, required, weight, term["topologyKey"].text(), term["labelSelector"], own_namespace};
}

void parse_pod_affinity(std::pmr::vector<PodAffinityTerm>& terms, const Field& affinity, Arena& arena) {
  const Field required = affinity["requiredDuringSchedulingIgnoredDuringExecution"];
  const Field preferred = affinity["preferredDuringSchedulingIgnoredDuringExecution"];
  restart(terms, arena, list_size(required) + list_size(preferred));
  if (required.is(Kind::sequence)) {
    for (const Field term : required.children()) {
      if (term.is(Kind::mapping)) {
        terms.push_back(parse_affinity_term(term, true, 0));
      }
    }
  }
  if (preferred.is(Kind::sequence)) {
    for (const Field item : preferred.children()) {
      if (const Field term = item["podAffinityTerm"]; term.is(Kind::mapping)) {
        terms.push_back(parse_affinity_term(term, false, item["weight"].integer().value_or(0)));
      }
    }
  }
}

void parse_affinity(Pod& pod, Arena& arena) {
  const Field affinity = pod.get("affinity");
  if (!affinity.is(Kind::mapping)) {
    pod.node_affinity.field = affinity["nodeAffinity"];
    pod.node_affinity.required = pod.node_affinity.field["requiredDuringSchedulingIgnoredDuringExecution"];
    restart(pod.node_affinity.required_terms, arena, 0);
    restart(pod.node_affinity.preferred_terms, arena, 0);
    restart(pod.pod_affinity, arena, 0);
    restart(pod.pod_anti_affinity, arena, 0);
    return;
  }
  parse_node_affinity(pod, affinity, arena);
  parse_pod_affinity(pod.pod_affinity, affinity["podAffinity"], arena);
  parse_pod_affinity(pod.pod_anti_affinity, affinity["podAntiAffinity"], arena);
}

const ResourceAmount* find_amount(const std::pmr::vector<ResourceAmount>& amounts, std::string_view name) {
  for (const ResourceAmount& amount : amounts) {
    if (amount.name == name) {
      return &amount;
    }
  }
  return nullptr;
}

} // namespace

const ResourceAmount* Container::limit(std::string_view resource) const {
  return find_amount(limit_amounts, resource);
}

const ResourceAmount* Container::request(std::string_view resource) const {
  return find_amount(request_amounts, resource);
}

Field Pod::get(std::string_view key) const {
  Field own = spec[key];
  if (own || !defaults.exists()) {
    return own;
  }
  Field inherited = defaults[key];
  return inherited ? inherited : own;
}

void parse_pod(Pod& pod, Arena& arena) {
  pod.labels = pod.metadata["labels"];
  pod.annotations = pod.metadata["annotations"];
  const Field app = pod.spec["containers"];
  const Field init = pod.spec["initContainers"];
  const Field ephemeral = pod.spec["ephemeralContainers"];
  restart(pod.containers, arena, list_size(app) + list_size(init) + list_size(ephemeral));
  add_containers(pod, app, ContainerRole::app, arena);
  add_containers(pod, init, ContainerRole::init, arena);
  add_containers(pod, ephemeral, ContainerRole::ephemeral, arena);
  parse_tolerations(pod, arena);
  parse_affinity(pod, arena);
}

void add_container(Pod& pod, const Field& container, ContainerRole role, Arena& arena) {
  pod.containers.push_back({.role = role,
                            .field = container,
                            .name = container["name"].text(),
                            .image = image_of(container["image"], arena),
                            .resources = {},
                            .limits = {},
                            .requests = {},
                            .limit_amounts = std::pmr::vector<ResourceAmount>(&arena),
                            .request_amounts = std::pmr::vector<ResourceAmount>(&arena),
                            .env = parse_env(container["env"], arena),
                            .mounts = parse_mounts(container["volumeMounts"], arena)});
  set_resources(pod.containers.back(), container["resources"], arena);
}

void set_resources(Container& container, const Field& resources, Arena& arena) {
  container.resources = resources;
  container.limits = resources["limits"];
  container.requests = resources["requests"];
  parse_amounts(container.limit_amounts, container.limits, arena);
  parse_amounts(container.request_amounts, container.requests, arena);
}

} // namespace gpulint
