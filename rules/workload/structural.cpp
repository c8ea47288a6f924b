#include "rules/workload/structural.hpp"

#include "rules/workload/workloads.hpp"

#include <algorithm>

namespace gpulint::workload {
namespace {

bool is_text(const Value* value) {
  return value != nullptr && value->is(Kind::string) && value->size > 0;
}

bool is_mapping(const Value* value) {
  return value != nullptr && value->is(Kind::mapping);
}

// A list of containers: every item has a name and an image. Other lists of that name (a registry's, a network's)
// haven't.
bool has_containers(const Value& value) {
  const Value* list = value.find("containers");
  if (list == nullptr || list->items().empty()) {
    return false;
  }
  const auto items = list->items();
  return std::all_of(items.begin(), items.end(), [](const Value* item) {
    return item->is(Kind::mapping) && is_text(item->find("name")) && is_text(item->find("image"));
  });
}

// A reference ({apiVersion, kind, name}) names an object, a whole one has a spec.
bool is_object(const Value& value) {
  return is_text(value.find("apiVersion")) && is_text(value.find("kind")) && is_mapping(value.find("spec"));
}

class Search {
public:
  Search(Object& object, Arena& arena) : object_(object), arena_(arena) {}

  void walk(const Field& place, std::size_t depth) {
    if (depth > kMaxSearchDepth || ++nodes_ > kMaxSearchNodes) {
      return;
    }
    const Value& value = *place.value();
    if (value.is(Kind::mapping)) {
      if (depth > 0 && is_object(value)) {
        found.objects.push_back(place);
        return;
      }
      if (has_containers(value)) {
        add(place);
        return;
      }
    }
    for (const Field child : place.children()) {
      if (!child.value()->is_scalar() && !(depth == 0 && is_left_out(child.key()))) {
        walk(child, depth + 1);
      }
    }
  }

  Shapes found;

private:
  // What controllers write, and what objects of every kind have.
  static bool is_left_out(std::string_view key) { return key == "status" || key == "metadata"; }

  void add(const Field& spec) {
    Pod pod;
    pod.source = PodSource::structural;
    pod.spec = spec;
    pod.base = spec;
    // The spec of a template has its labels beside it.
    if (spec.key() == "spec" && !spec.parent().same_place(object_.root)) {
      pod.base = spec.parent();
      pod.metadata = pod.base["metadata"];
    }
    parse_pod(pod, arena_);
    object_.pods.push_back(std::move(pod));
    ++found.pods;
  }

  Object& object_;
  Arena& arena_;
  std::size_t nodes_ = 0;
};

} // namespace

Shapes find_shapes(Object& object, Arena& arena) {
  Search search(object, arena);
  search.walk(object.root, 0);
  return std::move(search.found);
}

} // namespace gpulint::workload
