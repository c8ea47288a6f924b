// Where a field that stands in the wrong place belongs, and which field a misspelt one was meant to be.
#include "rules/kubernetes/field_types.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {

namespace {

/// The fields that lead from a workload down to what people misplace. Others (probes, volumes, env) would offer a
/// `port` or a `name` for everything.
constexpr std::array<std::string_view, 19> kWaysDown{"metadata",
                                                     "spec",
                                                     "template",
                                                     "jobTemplate",
                                                     "containers",
                                                     "resources",
                                                     "securityContext",
                                                     "affinity",
                                                     "nodeAffinity",
                                                     "podAffinity",
                                                     "podAntiAffinity",
                                                     "requiredDuringSchedulingIgnoredDuringExecution",
                                                     "preferredDuringSchedulingIgnoredDuringExecution",
                                                     "nodeSelectorTerms",
                                                     "preference",
                                                     "podAffinityTerm",
                                                     "labelSelector",
                                                     "strategy",
                                                     "rollingUpdate"};

/// Every type has these or could have them: a place for them elsewhere says nothing.
constexpr std::array<std::string_view, 12> kCommonNames{"name",   "key",       "value",      "operator",
                                                        "effect", "type",      "labels",     "annotations",
                                                        "path",   "namespace", "generation", "uid"};

constexpr std::array<std::string_view, 3> kNeverMoved{"apiVersion", "kind", "status"};

constexpr std::size_t kDepthBelow = 5;  ///< CronJob.spec -> jobTemplate.spec.template.spec.containers
constexpr std::size_t kDepthBeside = 3; ///< from an ancestor to a place in another branch
constexpr std::size_t kMostPlaces = 4;

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Pod-level resources take no devices (PodLevelResources: cpu, memory and hugepages only): never a place to move to.
bool is_pod_level_resources(const ObjectType& object, std::string_view field) {
  return field == "resources" && object.name == "PodSpec";
}

/// The object type that values of `type` have, or the items of a list of them.
const ObjectType* object_of(const TypeUse& type) {
  if (type.shape == Shape::object) {
    return type.object;
  }
  return type.shape == Shape::list && type.element->shape == Shape::object ? type.element->object : nullptr;
}

std::string joined(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

std::string path_of(const WalkStep& step) {
  if (step.up == nullptr) {
    return {};
  }
  const std::string parent = path_of(*step.up);
  return step.is_item ? parent + "[" + std::to_string(step.index) + "]" : joined(parent, step.key);
}

struct Candidate {
  const ObjectType* object;
  std::string path;
  const Value* value; ///< what is written there; nullptr where nothing is
};

/// `[0]` where the list is known to hold one item, `[*]` where it may hold several.
std::string item_path(const std::string& path, const Value* list) {
  return path + (list != nullptr && list->kind == Kind::sequence && list->size == 1 ? "[0]" : "[*]");
}

Candidate below(const Candidate& from, const FieldEntry& entry, const ObjectType& object) {
  const Value* value = from.value == nullptr ? nullptr : from.value->find(entry.name);
  std::string path = joined(from.path, entry.name);
  if (entry.type.shape == Shape::list) {
    path = item_path(path, value);
    value = value != nullptr && value->kind == Kind::sequence && value->size > 0 ? value->items()[0] : nullptr;
  }
  return {&object, std::move(path), value};
}

class Search {
public:
  Search(std::string_view name, const Value& value, const TypeIndex& types)
      : name_(name), value_(value), types_(types) {}

  /// Places below `start`, as near as there are any; all of one depth.
  void look_below(Candidate start, std::size_t depth) {
    std::vector<Candidate> level{std::move(start)};
    for (std::size_t step = 0; step < depth && !level.empty(); ++step) {
      level = one_level_down(level);
      const std::size_t before = places.size();
      for (const Candidate& candidate : level) {
        add_if_known(candidate);
      }
      if (places.size() > before) {
        return;
      }
    }
  }

  void add_if_known(const Candidate& candidate) {
    const FieldEntry* entry = types_.ready(*candidate.object).find(name_);
    if (entry == nullptr || places.size() >= kMostPlaces || is_pod_level_resources(*candidate.object, name_) ||
        !looks_like(value_, entry->type, types_)) {
      return;
    }
    std::string place = joined(candidate.path, name_);
    if (std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(std::move(place));
    }
  }

  std::vector<std::string> places;

private:
  std::vector<Candidate> one_level_down(const std::vector<Candidate>& level) const {
    std::vector<Candidate> next;
    for (const Candidate& from : level) {
      for (const std::string_view way : kWaysDown) {
        const FieldEntry* entry = types_.ready(*from.object).find(way);
        const ObjectType* object = entry == nullptr ? nullptr : object_of(entry->type);
        if (object != nullptr && !is_pod_level_resources(*from.object, way)) {
          next.push_back(below(from, *entry, *object));
        }
      }
    }
    return next;
  }

  std::string_view name_;
  const Value& value_;
  const TypeIndex& types_;
};

bool is_resource_name(std::string_view name) {
  return name.find('/') != std::string_view::npos || name == "cpu" || name == "memory" || name == "ephemeral-storage" ||
         name.starts_with("hugepages-");
}

/// `nvidia.com/gpu: 1` straight under `resources`, or in the container: names of maps' keys aren't in the table.
std::vector<std::string> resource_places(std::string_view name, const Value& value, const WalkStep& step) {
  const std::string_view owner = step.object->name;
  const bool in_resources = owner == "ResourceRequirements" || owner == "VolumeResourceRequirements";
  const TypeUse quantity{.shape = Shape::quantity, .text = {}, .element = nullptr, .object = nullptr};
  if ((!in_resources && owner != "Container") || !is_resource_name(name) || value.kind == Kind::null ||
      !fits(value, quantity)) {
    return {};
  }
  const std::string base = joined(path_of(step), in_resources ? "limits" : "resources.limits");
  return {name.find('/') == std::string_view::npos ? joined(base, name) : base + "[" + std::string(name) + "]"};
}

} // namespace

bool looks_like(const Value& value, const TypeUse& type, const TypeIndex& types) {
  if (!fits(value, type)) {
    return false;
  }
  if (value.kind == Kind::sequence && type.shape == Shape::list && value.size > 0) {
    return looks_like(*value.items()[0], *type.element, types);
  }
  if (value.kind != Kind::mapping || value.size == 0) {
    return true;
  }
  if (type.shape == Shape::map) {
    return fits(*value.members()[0].value, *type.element);
  }
  return type.shape != Shape::object ||
         std::any_of(value.members().begin(), value.members().end(),
                     [&](const Member& member) { return types.ready(*type.object).find(member.key) != nullptr; });
}

std::vector<std::string> places_of(std::string_view name, const Value& value, const WalkStep& step,
                                   const TypeIndex& types) {
  if (is_one_of(name, kNeverMoved)) {
    return {};
  }
  if (std::vector<std::string> places = resource_places(name, value, step); !places.empty()) {
    return places;
  }
  Search search(name, value, types);
  search.look_below({step.object, path_of(step), step.value}, kDepthBelow);
  if (search.places.empty() && !is_one_of(name, kCommonNames)) {
    for (const WalkStep* up = step.up; up != nullptr; up = up->up) {
      if (up->object != nullptr) {
        search.add_if_known({up->object, path_of(*up), up->value});
      }
    }
    for (const WalkStep* up = step.up; up != nullptr && search.places.empty(); up = up->up) {
      if (up->object != nullptr) {
        search.look_below({up->object, path_of(*up), up->value}, kDepthBeside);
      }
    }
  }
  return std::move(search.places);
}

namespace {

constexpr std::size_t kLongestName = 64;

char folded(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Equal without case, dashes and underscores: `node-selector`, `NodeSelector`, `nodeselector`.
bool same_letters(std::string_view left, std::string_view right) {
  const auto skip = [](std::string_view text, std::size_t& at) {
    while (at < text.size() && (text[at] == '-' || text[at] == '_')) {
      ++at;
    }
  };
  std::size_t l = 0;
  std::size_t r = 0;
  for (;;) {
    skip(left, l);
    skip(right, r);
    if (l == left.size() || r == right.size()) {
      return l == left.size() && r == right.size();
    }
    if (folded(left[l++]) != folded(right[r++])) {
      return false;
    }
  }
}

/// Letters to insert, drop, change or swap with their neighbour to make one name of the other.
std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::array<std::array<std::uint8_t, kLongestName + 1>, 3> rows{};
  for (std::size_t column = 0; column <= right.size(); ++column) {
    rows[0][column] = static_cast<std::uint8_t>(column);
  }
  for (std::size_t row = 1; row <= left.size(); ++row) {
    auto& now = rows[row % 3];
    const auto& before = rows[(row + 2) % 3];
    const auto& two_before = rows[(row + 1) % 3];
    now[0] = static_cast<std::uint8_t>(row);
    for (std::size_t column = 1; column <= right.size(); ++column) {
      const bool same = folded(left[row - 1]) == folded(right[column - 1]);
      int best = std::min({before[column] + 1, now[column - 1] + 1, before[column - 1] + (same ? 0 : 1)});
      if (row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1]) {
        best = std::min(best, two_before[column - 2] + 1);
      }
      now[column] = static_cast<std::uint8_t>(best);
    }
  }
  return rows[left.size() % 3][right.size()];
}

} // namespace

std::string_view similar_field(std::string_view name, const Value& value, const ObjectType& type,
                               const TypeIndex& types) {
  if (name.empty() || name.size() > kLongestName) {
    return {};
  }
  std::string_view best;
  std::size_t best_distance = name.size() >= 8 ? 3 : name.size() >= 4 ? 2 : 1; // must be beaten
  for (const FieldEntry& entry : types.ready(type).fields) {
    if (same_letters(name, entry.name)) {
      return entry.name;
    }
    const std::size_t longer = std::max(name.size(), entry.name.size());
    const std::size_t shorter = std::min(name.size(), entry.name.size());
    if (longer > kLongestName || longer - shorter >= best_distance || !looks_like(value, entry.type, types)) {
      continue;
    }
    if (const std::size_t distance = edit_distance(name, entry.name); distance < best_distance) {
      best_distance = distance;
      best = entry.name;
    }
  }
  return best;
}

} // namespace gpulint
