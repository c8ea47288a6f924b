#include "rules/workload/extract.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace gpulint::workload {
namespace {

/// The way from the object down to one pod: a Field for each step of the row's path.
struct Walk {
  const PodRow& row;
  Object& object;
  Arena& arena;
  std::array<Field, kMaxSteps + 1> chain;

  const Field& base() const { return chain[row.path.size()]; }
};

Field below(Field from, const Path& keys) {
  for (const Step& step : keys) {
    from = from[step.key];
  }
  return from;
}

Field resolve(const Walk& walk, const BoundPath& path) {
  return below(walk.chain[path.shared], path.rest);
}

std::int64_t multiply(std::int64_t left, std::int64_t right) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

// The last factor, with what `lessOne` and `atMost` say of it.
std::int64_t last_factor(const Walk& walk, std::int64_t factor) {
  if (walk.row.less_one.given && resolve(walk, walk.row.less_one)) {
    factor = std::max<std::int64_t>(factor - 1, 0);
  }
  if (walk.row.at_most.given) {
    if (const std::optional<std::int64_t> limit = resolve(walk, walk.row.at_most).integer()) {
      factor = std::min(factor, std::max<std::int64_t>(*limit, 0));
    }
  }
  return factor;
}

// Replicas as far as the object fixes them; a factor that is written and no number leaves them open.
void set_replicas(Pod& pod, const Walk& walk) {
  const PodRow& row = walk.row;
  if (row.replicas_unknown) {
    return;
  }
  std::int64_t product = 1;
  for (std::size_t index = 0; index < row.replicas.size(); ++index) {
    const Field field = resolve(walk, row.replicas[index]);
    if (index == 0) {
      pod.replicas_field = field;
    }
    const bool written = static_cast<bool>(field);
    const std::optional<std::int64_t> number = written ? field.integer() : (index == 0 ? row.first_default : 1);
    if (!number) {
      return;
    }
    std::int64_t factor = std::max<std::int64_t>(*number, 0);
    if (index + 1 == row.replicas.size()) {
      factor = last_factor(walk, factor);
    }
    product = multiply(product, factor);
  }
  pod.replicas = product;
}

std::string_view role_of(const Walk& walk) {
  if (walk.row.role_from.given) {
    return resolve(walk, walk.row.role_from).text();
  }
  return walk.row.role_step == 0 ? walk.row.role : walk.chain[walk.row.role_step].key();
}

// Sizes as the JVM's -Xmx takes them and Spark passes them on: binary units, mebibytes without one
// (spark.apache.org configuration: "512m", "2g").
std::optional<Quantity> jvm_size(const Value& value) {
  const std::string text = scalar_text(value);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error != std::errc() || number < 0) {
    return std::nullopt;
  }
  if (unit.size() == 2 && (unit[1] == 'b' || unit[1] == 'B')) {
    unit.remove_suffix(1);
  }
  static constexpr std::string_view kUnits = "bkmgtp";
  const std::size_t power = unit.empty()       ? 2
                            : unit.size() == 1 ? kUnits.find(static_cast<char>(unit[0] | 0x20))
                                               : std::string_view::npos;
  if (power == std::string_view::npos) {
    return std::nullopt;
  }
  for (std::size_t step = 0; step < power; ++step) {
    number = multiply(number, 1024);
  }
  return Quantity::of(number);
}

Field first_written(const Field& base, const std::vector<Path>& paths) {
  for (const Path& path : paths) {
    if (const Field field = below(base, path)) {
      return field;
    }
  }
  return {};
}

void add_amount(std::pmr::vector<ResourceAmount>& amounts, Field& holder, std::string_view name, const Field& field,
                bool jvm) {
  if (!field) {
    return;
  }
  std::optional<Quantity> quantity = jvm ? jvm_size(*field.value()) : Quantity::from_value(*field.value());
  if (jvm && !quantity) {
    return;
  }
  amounts.push_back({name, field, quantity});
  if (!holder.exists()) {
    holder = field.parent();
  }
}

void add_amounts(Container& container, const Field& base, const AmountRow& row) {
  const Field name_field = row.name_from.empty() ? Field() : below(base, row.name_from);
  const std::string_view name = name_field.text().empty() ? row.name : name_field.text();
  if (!name.empty()) {
    add_amount(container.limit_amounts, container.limits, name, first_written(base, row.limit), row.jvm);
    add_amount(container.request_amounts, container.requests, name, first_written(base, row.request), row.jvm);
  }
  if (row.limits.empty()) {
    return;
  }
  const Field map = below(base, row.limits);
  if (map.is(Kind::mapping)) {
    for (const Field amount : map.children()) {
      add_amount(container.limit_amounts, container.limits, amount.key(), amount, false);
    }
  }
}

void add_extra_container(Pod& pod, const Walk& walk, const ContainerRow& row, const Field& container) {
  static const Path kUsual = {{Step::What::key, "resources"}};
  add_container(pod, container, ContainerRole::app, walk.arena);
  Container& added = pod.containers.back();
  if (row.resources != kUsual) {
    set_resources(added, below(container, row.resources), walk.arena);
  }
  for (const AmountRow& amount : row.amounts) {
    add_amounts(added, walk.base(), amount);
  }
}

void add_extra_containers(Pod& pod, const Walk& walk) {
  if (walk.row.containers.empty()) {
    return;
  }
  for (const ContainerRow& row : walk.row.containers) {
    bool found = false;
    visit_places(walk.base(), row.at.data(), row.at.data() + row.at.size(), [&](const Field& container) {
      if (container.is(Kind::mapping)) {
        found = true;
        add_extra_container(pod, walk, row, container);
      }
    });
    // Resources that stand beside the container count without it, too.
    if (!found && !row.amounts.empty()) {
      add_extra_container(pod, walk, row, below(walk.base(), row.at));
    }
  }
  std::stable_partition(pod.containers.begin(), pod.containers.end(),
                        [](const Container& container) { return container.role == ContainerRole::app; });
}

// kustomize merges a strategic merge patch into another file: an object of the same kind in which only the changed
// fields are written. Containers are merged by name, so that a patch names them and leaves out the image, which every
// container of a whole object has.
bool looks_like_patch(const Pod& pod) {
  if (has_patch_directive(pod.base) || has_patch_directive(pod.spec)) {
    return true;
  }
  if (pod.spec["containers"].size() == 0) {
    return pod.source != PodSource::pod;
  }
  return std::any_of(pod.containers.begin(), pod.containers.end(), [](const Container& container) {
    return container.image.empty() || has_patch_directive(container.field);
  });
}

void finish_pod(Walk& walk) {
  const PodRow& row = walk.row;
  const Field& base = walk.base();
  if (!base.is(Kind::mapping)) {
    return;
  }
  Pod pod;
  pod.base = base;
  pod.source = PodSource::pod_template;
  if (row.form == PodForm::inline_fields) {
    pod.source = PodSource::inline_spec;
  } else if (row.path.empty() && walk.object.kind == "Pod") {
    pod.source = PodSource::pod;
  }
  pod.spec = row.has_spec ? below(base, row.spec) : row.form == PodForm::pod_template ? base["spec"] : base;
  if (row.has_metadata) {
    pod.metadata = below(base, row.metadata);
  } else if (row.form == PodForm::pod_template) {
    pod.metadata = base["metadata"];
  }
  if (row.defaults.given) {
    pod.defaults = resolve(walk, row.defaults);
  }
  parse_pod(pod, walk.arena);
  add_extra_containers(pod, walk);
  if (row.form == PodForm::inline_fields && pod.containers.empty()) {
    return;
  }
  pod.role = role_of(walk);
  pod.is_daemon = row.daemon;
  pod.runs_to_completion = row.completes;
  pod.validated_at_once = row.validated_at_once;
  pod.partial = row.partial || std::any_of(row.partial_if.begin(), row.partial_if.end(), [&](const BoundPath& path) {
                  return static_cast<bool>(resolve(walk, path));
                });
  set_replicas(pod, walk);
  if (row.form == PodForm::pod_template && !pod.partial && looks_like_patch(pod)) {
    walk.object.is_patch = true;
  }
  walk.object.pods.push_back(std::move(pod));
}

void go(Walk& walk, std::size_t step) {
  if (step == walk.row.path.size()) {
    finish_pod(walk);
    return;
  }
  const Step& next = walk.row.path[step];
  if (next.what == Step::What::key) {
    walk.chain[step + 1] = walk.chain[step][next.key];
    if (walk.chain[step + 1]) {
      go(walk, step + 1);
    }
    return;
  }
  const Field from = walk.chain[step];
  if (from.is(next.what == Step::What::every_item ? Kind::sequence : Kind::mapping)) {
    for (const Field child : from.children()) {
      walk.chain[step + 1] = child;
      go(walk, step + 1);
    }
  }
}

} // namespace

bool has_patch_directive(const Field& mapping) {
  if (mapping.value() == nullptr) {
    return false;
  }
  const auto members = mapping.value()->members();
  return std::any_of(members.begin(), members.end(), [](const Member& member) { return member.key.starts_with('$'); });
}

void add_pods(const Row& row, Object& object, Arena& arena) {
  object.pods.reserve(object.pods.size() + row.pods.size());
  object.is_patch = has_patch_directive(object.root) || has_patch_directive(object.root["spec"]);
  for (const PodRow& pod_row : row.pods) {
    Walk walk{.row = pod_row, .object = object, .arena = arena, .chain = {}};
    walk.chain[0] = object.root;
    go(walk, 0);
  }
  if (object.is_patch) {
    for (Pod& pod : object.pods) {
      pod.partial = true;
    }
  }
}

} // namespace gpulint::workload
