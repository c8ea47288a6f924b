#include "rules/engine/accelerator_use.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace gpulint {

namespace {

std::string quoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

bool any_matches(const std::vector<Pattern>& patterns, std::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& pattern) { return pattern.matches(text); });
}

// ---- What is asked for -----------------------------------------------------------------------------------------

AcceleratorRequest* find_request(std::vector<AcceleratorRequest>& requests, const Container& container,
                                 std::string_view name) {
  for (AcceleratorRequest& request : requests) {
    if (request.container == &container && request.name == name) {
      return &request;
    }
  }
  return nullptr;
}

/// Every accelerator resource has a `/` in its name: what Kubernetes itself counts (cpu, memory) is left at once.
AcceleratorRequest* note_resource(std::vector<AcceleratorRequest>& requests, const Container& container,
                                  std::string_view name, const Policy& policy, const AcceleratorTable& table) {
  if (name.find('/') == std::string_view::npos) {
    return nullptr;
  }
  if (AcceleratorRequest* known = find_request(requests, container, name)) {
    return known;
  }
  const AcceleratorResource* resource = table.find(name);
  const Pool* pool = policy.pool_of(name);
  if (pool == nullptr && (resource == nullptr || resource->role == ResourceRole::adapter)) {
    return nullptr;
  }
  AcceleratorRequest& request = requests.emplace_back();
  request.container = &container;
  request.resource = resource;
  request.pool = pool;
  request.name = name;
  return &request;
}

void collect_requests(PodAccelerators& found, const Pod& pod, const Policy& policy, const AcceleratorTable& table) {
  for (const Container& container : pod.containers) {
    for (const ResourceAmount& amount : container.limit_amounts) {
      if (AcceleratorRequest* request = note_resource(found.requests, container, amount.name, policy, table)) {
        request->limit = &amount;
      }
    }
    for (const ResourceAmount& amount : container.request_amounts) {
      if (AcceleratorRequest* request = note_resource(found.requests, container, amount.name, policy, table)) {
        request->request = &amount;
      }
    }
  }
}

// KAI and Run:ai take a share of a card from annotations, with no number under limits at all.
Field find_sharing_annotation(const Pod& pod) {
  if (!pod.annotations.is(Kind::mapping)) {
    return {};
  }
  for (const char* name : {"gpu-fraction", "gpu-memory"}) {
    if (Field annotation = pod.annotations[name]; annotation && !annotation.text().empty()) {
      return annotation;
    }
  }
  return {};
}

// ---- DRA -------------------------------------------------------------------------------------------------------

/// Words that stand alone between the dots and dashes of a name and mean an accelerator.
constexpr std::array<std::string_view, 26> kAcceleratorWords = {
    "gpu",  "gpus",  "vgpu",   "mig",    "cuda",  "npu",         "npus",         "tpu",  "tpus",
    "xpu",  "mlu",   "gcu",    "dcu",    "a100",  "a10",         "a30",          "h100", "h200",
    "b200", "gb200", "nvidia", "ascend", "gaudi", "accelerator", "accelerators", "l40s"};

bool names_accelerator(std::string_view name) {
  std::string word;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const char c = i < name.size() ? name[i] : '-';
    if (c != '-' && c != '.' && c != '_' && c != '/') {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      continue;
    }
    if (std::find(kAcceleratorWords.begin(), kAcceleratorWords.end(), word) != kAcceleratorWords.end()) {
      return true;
    }
    word.clear();
  }
  return false;
}

/// What a claim asks for stands in another object. It is taken for an accelerator where a name says so, or where the
/// rest of the pod does (it tolerates a pool's taint, selects its nodes, ...): claims are also made for network
/// adapters.
Field find_claims(const Pod& pod, bool has_signals) {
  Field claims = pod.get("resourceClaims");
  if (!claims && pod.source == PodSource::inline_spec) {
    claims = pod.get("draResources"); // NIMService (NVIDIA/k8s-nim-operator api/apps/v1alpha1) makes claims of these
  }
  if (!claims.is(Kind::sequence) || claims.size() == 0) {
    return {};
  }
  if (has_signals) {
    return claims;
  }
  for (const Field claim : claims.children()) {
    for (const char* key : {"name", "resourceClaimName", "resourceClaimTemplateName"}) {
      if (names_accelerator(claim[key].text())) {
        return claims;
      }
    }
  }
  return {};
}

// ---- Signals ---------------------------------------------------------------------------------------------------

void add_signal(PodAccelerators& found, SignalKind kind, bool strong, const Pool& pool, const Container* container,
                const Field& field, std::string what) {
  found.signals.push_back({kind, strong, &pool, container, field, std::move(what)});
}

/// The taint is about accelerators, not about spot machines or teams whose nodes are in the pool too: its key is one of
/// the pool's resources or vendor labels, or it is the first that the policy lists.
bool tolerates_pool(const Toleration& toleration, const Pool& pool) {
  if (toleration.key.empty()) {
    return false;
  }
  for (std::size_t i = 0; i < pool.taints.size(); ++i) {
    const Taint& taint = pool.taints[i];
    if (taint.key != toleration.key) {
      continue;
    }
    if (pool.has_resource(taint.key) || any_matches(pool.signals.node_labels, taint.key)) {
      return true;
    }
    return i == 0 && toleration.tolerates(taint);
  }
  return false;
}

void find_toleration_signals(PodAccelerators& found, const Pod& pod, const Pool& pool) {
  for (const Toleration& toleration : pod.tolerations) {
    if (tolerates_pool(toleration, pool)) {
      add_signal(found, SignalKind::toleration, false, pool, nullptr, toleration.field,
                 "tolerates the taint " + std::string(toleration.key));
      return;
    }
  }
}

/// A value that says "none here" (`nvidia.com/gpu.present: "false"`, `gpu.count: "0"`).
bool negates(std::string_view value) {
  return value == "false" || value == "False" || value == "0" || value == "none";
}

/// `gpu.deploy.*` places the parts of the GPU Operator, which run beside the cards and use none.
bool is_deploy_label(std::string_view key) {
  return key.find("/gpu.deploy.") != std::string_view::npos;
}

bool selects_pool(std::string_view key, std::string_view value, const Pool& pool) {
  for (const auto& [label, wanted] : pool.node_labels) {
    if (label == key && wanted == value) {
      return true;
    }
  }
  if (!pool.classes.label.empty() && pool.classes.label == key) {
    return true;
  }
  return !negates(value) && !is_deploy_label(key) && any_matches(pool.signals.node_labels, key);
}

void find_selector_signals(PodAccelerators& found, const Pod& pod, const Pool& pool) {
  const Field selector = pod.node_selector();
  if (!selector.is(Kind::mapping)) {
    return;
  }
  for (const Field entry : selector.children()) {
    if (selects_pool(entry.key(), entry.text(), pool)) {
      add_signal(found, SignalKind::node_selector, false, pool, nullptr, entry,
                 "selects nodes by " + std::string(entry.key()) + ": " + quoted(entry.text()));
      return;
    }
  }
}

bool requires_pool(const SelectorRequirement& requirement, const Pool& pool) {
  if (requirement.op == "In") {
    return !requirement.values.empty() &&
           std::all_of(requirement.values.begin(), requirement.values.end(),
                       [&](std::string_view value) { return selects_pool(requirement.key, value, pool); });
  }
  if (requirement.op == "Exists" || requirement.op == "Gt" || requirement.op == "Lt") {
    return requirement.key == pool.classes.label ||
           (!is_deploy_label(requirement.key) && any_matches(pool.signals.node_labels, requirement.key));
  }
  return false; // NotIn and DoesNotExist match nodes without the label too
}

/// Terms are alternatives: all of them must lead to the pool.
void find_affinity_signals(PodAccelerators& found, const Pod& pod, const Pool& pool) {
  const SelectorRequirement* first = nullptr;
  for (const NodeSelectorTerm& term : pod.node_affinity.required_terms) {
    if (term.is_empty()) {
      continue;
    }
    const auto requirement = std::find_if(term.expressions.begin(), term.expressions.end(),
                                          [&](const auto& expression) { return requires_pool(expression, pool); });
    if (requirement == term.expressions.end()) {
      return;
    }
    if (first == nullptr) {
      first = &*requirement;
    }
  }
  if (first != nullptr) {
    add_signal(found, SignalKind::node_affinity, false, pool, nullptr, first->field,
               "requires nodes with the label " + std::string(first->key));
  }
}

void find_runtime_class_signal(PodAccelerators& found, const Pod& pod, const Pool& pool) {
  const std::string_view name = pod.runtime_class();
  if (!name.empty() && any_matches(pool.signals.runtime_classes, name)) {
    add_signal(found, SignalKind::runtime_class, false, pool, nullptr, pod.get("runtimeClassName"),
               "has runtimeClassName " + std::string(name));
  }
}

std::string_view without_tag(std::string_view image) {
  image = image.substr(0, image.find('@'));
  const std::size_t colon = image.rfind(':');
  const std::size_t slash = image.rfind('/');
  const bool has_tag = colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash);
  return has_tag ? image.substr(0, colon) : image;
}

/// What a vendor's runtime takes for "no device" (`void`, `none`, "": NVIDIA; `-1` and NoDevFiles in the CUDA_ form).
bool hides_devices(std::string_view value) {
  return value.empty() || value == "none" || value == "void" || value == "-1" || value == "NoDevFiles";
}

/// The runtimes of these vendors open the devices that the variable names, asked for or not; CUDA_VISIBLE_DEVICES,
/// ROCR_ and HIP_ only narrow what a container has.
bool opens_devices(std::string_view name) {
  return name == "NVIDIA_VISIBLE_DEVICES" || name == "ASCEND_VISIBLE_DEVICES";
}

void find_env_signals(PodAccelerators& found, const Container& container, const Pool& pool) {
  for (const EnvVar& variable : container.env) {
    if (std::find(pool.signals.env.begin(), pool.signals.env.end(), variable.name) == pool.signals.env.end()) {
      continue;
    }
    const std::string name(variable.name);
    if (variable.from_source) {
      add_signal(found, SignalKind::env, false, pool, &container, variable.field, "sets the variable " + name);
    } else if (const std::string_view value = variable.value.text(); !hides_devices(value)) {
      add_signal(found, SignalKind::env, opens_devices(name), pool, &container, variable.field,
                 "sets the variable " + name + " to " + quoted(value));
    }
  }
}

/// The container shuts the door that its image opens: NVIDIA_VISIBLE_DEVICES=void.
bool hides_devices(const Container& container, const Pool& pool) {
  return std::any_of(container.env.begin(), container.env.end(), [&](const EnvVar& variable) {
    const auto& names = pool.signals.env;
    return variable.value.is(Kind::string) && hides_devices(variable.value.text()) &&
           std::find(names.begin(), names.end(), variable.name) != names.end();
  });
}

void find_container_signals(PodAccelerators& found, const Pod& pod, const Pool& pool) {
  for (const Container& container : pod.containers) {
    if (!container.env.empty() && !pool.signals.env.empty()) {
      find_env_signals(found, container, pool);
    }
    if (container.image.empty() || pool.signals.images.empty() || hides_devices(container, pool)) {
      continue;
    }
    if (const std::string_view image = without_tag(container.image); any_matches(pool.signals.images, image)) {
      add_signal(found, SignalKind::image, false, pool, &container, container.field["image"],
                 "runs the image " + std::string(image));
    }
  }
}

void find_label_signals(PodAccelerators& found, const Pod& pod, const Pool& pool) {
  if (!pod.labels.is(Kind::mapping)) {
    return;
  }
  for (const std::string& name : pool.signals.labels) {
    if (Field label = pod.labels[name]; label) {
      add_signal(found, SignalKind::label, false, pool, nullptr, label, "has the label " + name);
      return;
    }
  }
}

constexpr std::string_view kDemandPrefix = "gpu-lint.dev/";
constexpr std::array<std::string_view, 6> kDemands = {"class",  "gpu-memory", "model",
                                                      "driver", "cuda",       "compute-capability"};

/// The pool that a demand is about: one that has the demanded class, else the first of the policy (memory, models,
/// drivers are told apart by labels, not by pools).
const Pool* pool_of_demand(std::string_view demand, std::string_view value, const Policy& policy) {
  if (demand == "class") {
    for (const Pool& pool : policy.pools) {
      if (std::any_of(pool.classes.classes.begin(), pool.classes.classes.end(),
                      [&](const DeviceClass& device_class) { return device_class.name == value; })) {
        return &pool;
      }
    }
  }
  return policy.pools.empty() ? nullptr : &policy.pools.front();
}

void find_demand_signals(PodAccelerators& found, const Pod& pod, const Policy& policy) {
  if (!pod.annotations.is(Kind::mapping)) {
    return;
  }
  for (const Field annotation : pod.annotations.children()) {
    const std::string_view key = annotation.key();
    if (!key.starts_with(kDemandPrefix) || annotation.text().empty()) {
      continue;
    }
    const std::string_view demand = key.substr(kDemandPrefix.size());
    const bool known = std::find(kDemands.begin(), kDemands.end(), demand) != kDemands.end();
    if (const Pool* pool = known ? pool_of_demand(demand, annotation.text(), policy) : nullptr) {
      add_signal(found, SignalKind::demand, true, *pool, nullptr, annotation,
                 "demands " + std::string(key) + ": " + quoted(annotation.text()));
    }
  }
}

/// Whether the pod says where it wants to go at all: most pods of most files say nothing.
bool has_placement(const Pod& pod) {
  return !pod.tolerations.empty() || !pod.node_affinity.required_terms.empty() || pod.node_selector().exists() ||
         !pod.runtime_class().empty();
}

void collect_signals(PodAccelerators& found, const Pod& pod, const Policy& policy) {
  const bool placed = has_placement(pod);
  for (const Pool& pool : policy.pools) {
    if (placed) {
      find_toleration_signals(found, pod, pool);
      find_selector_signals(found, pod, pool);
      find_affinity_signals(found, pod, pool);
      find_runtime_class_signal(found, pod, pool);
    }
    find_container_signals(found, pod, pool);
    find_label_signals(found, pod, pool);
  }
  find_demand_signals(found, pod, policy);
}

/// The most telling first.
int rank(SignalKind kind) {
  switch (kind) {
  case SignalKind::env:
    return 0;
  case SignalKind::demand:
    return 1;
  case SignalKind::node_selector:
    return 2;
  case SignalKind::node_affinity:
    return 3;
  case SignalKind::runtime_class:
    return 4;
  case SignalKind::image:
    return 5;
  case SignalKind::label:
    return 6;
  case SignalKind::toleration:
    return 7;
  }
  return 8;
}

// ---- Counting --------------------------------------------------------------------------------------------------

std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t max = std::numeric_limits<std::int64_t>::max();
  return a > max - b ? max : a + b;
}

/// How many of one resource the scheduler counts for the pod (k8s.io/component-helpers resource.PodRequests): app
/// containers and sidecars run together; an init container runs alone with the sidecars that started before it.
std::int64_t count_of(std::string_view name, std::span<const AcceleratorRequest> requests) {
  std::int64_t running = 0;
  std::int64_t sidecars = 0;
  std::int64_t starting = 0;
  for (const AcceleratorRequest& request : requests) {
    const auto amount = request.amount();
    if (request.name != name || !amount || amount->sign() <= 0) {
      continue;
    }
    switch (request.container->role) {
    case ContainerRole::app:
      running = saturating_sum(running, amount->value());
      break;
    case ContainerRole::sidecar:
      sidecars = saturating_sum(sidecars, amount->value());
      starting = std::max(starting, sidecars);
      break;
    case ContainerRole::init:
      starting = std::max(starting, saturating_sum(sidecars, amount->value()));
      break;
    case ContainerRole::ephemeral:
      break;
    }
  }
  return std::max(saturating_sum(running, sidecars), starting);
}

bool asks_for_device(const AcceleratorRequest& request) {
  const auto amount = request.amount();
  return request.is_device() && amount && amount->sign() > 0;
}

} // namespace

std::optional<Quantity> AcceleratorRequest::amount() const {
  if (limit != nullptr) {
    return limit->quantity;
  }
  return request != nullptr ? request->quantity : std::nullopt;
}

bool PodAccelerators::asks() const {
  return asks_by_resource() || claims.exists() || sharing_annotation.exists();
}

bool PodAccelerators::asks_by_resource() const {
  return std::any_of(requests.begin(), requests.end(), asks_for_device);
}

const Signal* PodAccelerators::strongest_signal() const {
  const auto best = std::min_element(signals.begin(), signals.end(), [](const Signal& a, const Signal& b) {
    return a.strong != b.strong ? a.strong : rank(a.kind) < rank(b.kind);
  });
  return best == signals.end() ? nullptr : &*best;
}

std::int64_t PodAccelerators::device_count() const {
  std::int64_t total = 0;
  for (auto request = requests.begin(); request != requests.end(); ++request) {
    const bool counted = std::any_of(requests.begin(), request,
                                     [&](const AcceleratorRequest& earlier) { return earlier.name == request->name; });
    if (request->is_device() && !counted) {
      total = saturating_sum(total, count_of(request->name, requests));
    }
  }
  return total;
}

std::vector<const Pool*> PodAccelerators::pools() const {
  std::vector<const Pool*> out;
  for (const AcceleratorRequest& request : requests) {
    if (request.pool != nullptr && asks_for_device(request) &&
        std::find(out.begin(), out.end(), request.pool) == out.end()) {
      out.push_back(request.pool);
    }
  }
  return out;
}

std::vector<const AcceleratorRequest*> PodAccelerators::of(const Container& container) const {
  std::vector<const AcceleratorRequest*> out;
  for (const AcceleratorRequest& request : requests) {
    if (request.container == &container && request.is_device()) {
      out.push_back(&request);
    }
  }
  return out;
}

PodAccelerators find_accelerators(const Pod& pod, const Policy& policy, const AcceleratorTable& table) {
  PodAccelerators found;
  collect_requests(found, pod, policy, table);
  found.sharing_annotation = find_sharing_annotation(pod);
  collect_signals(found, pod, policy);
  found.claims = find_claims(pod, found.has_signals());
  return found;
}

} // namespace gpulint
