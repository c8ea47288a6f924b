// spec.pools: how each kind of accelerator is fenced off. A pool of a name that is already there is refined by it.
#include "rules/policy/sections/sections.hpp"

#include <algorithm>
#include <set>

namespace gpulint::policy_file {
namespace {

/// Classes of one pool: each is compared with each.
constexpr std::size_t kMaxClasses = 64;

constexpr std::string_view kEffects[] = {"NoSchedule", "PreferNoSchedule", "NoExecute"};
constexpr Shape kEffect{.type = ShapeType::text, .words = kEffects};

constexpr Key<Taint> kTaintKeys[] = {
    {{"key", "The taint's key.", kLabelKey, true}, set<&Taint::key>},
    {{"value", "The taint's value; absent or empty: whatever value the nodes have.", kLabelValue}, set<&Taint::value>},
    {{"effect", "NoSchedule where absent.", kEffect}, set<&Taint::effect>},
};
constexpr Shape kTaint{.type = ShapeType::mapping, .keys = infos<kTaintKeys>};
constexpr Shape kTaints{.type = ShapeType::list, .item = &kTaint};

constexpr Key<PoolSignals> kSignalKeys[] = {
    {{"runtimeClasses", "Patterns of whole runtimeClassNames.", kPatternList}, add_all<&PoolSignals::runtime_classes>},
    {{"images", "Patterns of whole image references, without tag and digest.", kPatternList},
     add_all<&PoolSignals::images>},
    {{"env", "Names of environment variables whose presence means use.", kFilledList}, add_all<&PoolSignals::env>},
    {{"labels", "Keys of pod labels whose presence means use.", kFilledList}, add_all<&PoolSignals::labels>},
    {{"nodeLabels", "Patterns of whole node label keys; selecting one means use.", kPatternList},
     add_all<&PoolSignals::node_labels>},
};
constexpr Shape kSignals{.type = ShapeType::mapping, .keys = infos<kSignalKeys>};

constexpr Key<DeviceClass> kClassKeys[] = {
    {{"models", "Cards of this class, as people call them: A100, RTX 3060.", kFilledList},
     replace_all<&DeviceClass::models>},
    {{"fallback", "The class to take where this one has no room.", kName}, set<&DeviceClass::fallback>},
};
constexpr Shape kClass{.type = ShapeType::mapping, .keys = infos<kClassKeys>};

constexpr Key<PoolClasses> kClassesKeys[] = {
    {{"label", "The node label that holds the class.", kLabelKey, true}, set<&PoolClasses::label>},
};
constexpr Shape kClasses{.type = ShapeType::mapping, .item = &kClass, .keys = infos<kClassesKeys>};

constexpr Shape kNodeLabels{.type = ShapeType::mapping, .item = &kLabelValue};
constexpr Shape kBoolean{.type = ShapeType::boolean};

void read_taints(Reading& in, const Field& field, const Shape&, Pool& to) {
  to.taints.clear();
  for (const Field& item : in.items(field)) {
    Taint taint;
    taint.effect = "NoSchedule";
    in.mapping(item, std::span<const Key<Taint>>(kTaintKeys), taint);
    to.taints.push_back(std::move(taint));
  }
}

void read_node_labels(Reading& in, const Field& field, const Shape& shape, Pool& to) {
  to.node_labels.clear();
  for (const Field& member : in.members(field)) {
    std::string value;
    if (in.fits(field, member.key(), kLabelKey, member.key_range()) && in.value(member, *shape.item, value)) {
      to.node_labels.emplace_back(member.key(), std::move(value));
    }
  }
}

const DeviceClass* find_class(const PoolClasses& classes, std::string_view name) {
  const auto found = std::find_if(classes.classes.begin(), classes.classes.end(),
                                  [&](const DeviceClass& one) { return one.name == name; });
  return found == classes.classes.end() ? nullptr : &*found;
}

/// Each fallback exists, and none of them leads back.
void check_fallbacks(Reading& in, const Field& field, const PoolClasses& classes) {
  std::vector<std::string_view> names;
  for (const DeviceClass& one : classes.classes) {
    names.push_back(one.name);
  }
  for (const DeviceClass& one : classes.classes) {
    const Field at = field[one.name]["fallback"];
    if (!one.fallback.empty() && find_class(classes, one.fallback) == nullptr) {
      in.error(at, place(at) + ": there is no class " + quoted(one.fallback) +
                       suggestion(one.fallback, names, "there are"));
      continue;
    }
    const DeviceClass* next = &one;
    for (std::size_t steps = 0; next != nullptr && steps < classes.classes.size(); ++steps) {
      next = next->fallback.empty() ? nullptr : find_class(classes, next->fallback);
      if (next == &one) {
        in.error(at, place(at) + ": the fallbacks of class " + quoted(one.name) + " lead back to it");
        break;
      }
    }
  }
}

void read_classes(Reading& in, const Field& field, const Shape&, Pool& to) {
  to.classes = {};
  in.mapping(field, std::span<const Key<PoolClasses>>(kClassesKeys), to.classes, true);
  if (field.size() > kMaxClasses) {
    in.error(field, place(field) + " holds more than " + std::to_string(kMaxClasses) + " classes");
    return;
  }
  if (!field.is(Kind::mapping)) {
    return;
  }
  for (const Field& member : field.children()) {
    if (member.key() == "label" || !in.fits(field, member.key(), kName, member.key_range())) {
      continue;
    }
    DeviceClass one;
    one.name = member.key();
    if (member) {
      in.mapping(member, std::span<const Key<DeviceClass>>(kClassKeys), one);
    }
    to.classes.classes.push_back(std::move(one));
  }
  check_fallbacks(in, field, to.classes);
}

constexpr Key<Pool> kPoolKeys[] = {
    {{"name",
      "The pool's name. A name that the built-in policy or a preset has refines that pool: resources and "
      "signals are added, every other key replaces.",
      kName, true},
     set<&Pool::name>},
    {{"replace", "true: forget what the built-in policy and the presets say about this pool.", kBoolean}, ignore<Pool>},
    {{"resources", "Patterns (RE2) of whole resource names that this pool serves.", kPatternList},
     add_all<&Pool::resources>},
    {{"taints", "Taints of the pool's nodes; a pod must tolerate all of them.", kTaints}, read_taints},
    {{"nodeLabels", "Labels of the pool's nodes; what a pod selects to get there.", kNodeLabels}, read_node_labels},
    {{"classes", "How a demanded class (annotation gpu-lint.dev/class) becomes a node label.", kClasses}, read_classes},
    {{"signals", "What shows that a pod means to use the pool although it asks for no device.", kSignals},
     merge<&Pool::signals, kSignalKeys>},
    {{"runtimeClass", "The runtimeClassName that pods of this pool need.", kFilled}, set<&Pool::runtime_class>},
};

} // namespace

std::vector<const KeyInfo*> pool_keys() {
  return infos<kPoolKeys>();
}

void read_pools(Reading& in, const Field& field, const Shape&, Policy& to) {
  std::set<std::string, std::less<>> seen;
  for (const Field& item : in.items(field, kMaxPools)) {
    const std::string name(item["name"].text());
    auto pool = std::find_if(to.pools.begin(), to.pools.end(), [&](const Pool& one) { return one.name == name; });
    if (pool == to.pools.end()) {
      pool = to.pools.insert(pool, Pool());
    } else if (item["replace"].is_true()) {
      *pool = Pool();
    }
    const bool is_new = pool->resources.empty();
    if (item["replace"]) {
      bool replace = false;
      in.value(item["replace"], kBoolean, replace);
    }
    in.mapping(item, std::span<const Key<Pool>>(kPoolKeys), *pool);
    if (!name.empty() && !seen.insert(name).second) {
      in.error(item["name"], place(item["name"]) + ": the pool " + quoted(name) + " is listed twice");
    }
    if (is_new && !name.empty() && pool->resources.empty() && item.is(Kind::mapping) && item["resources"].size() == 0) {
      in.error(item, place(item) + ": the pool " + quoted(name) + " is new and lists no resources");
    }
  }
}

} // namespace gpulint::policy_file
