// One row of the table and one object -> the object's pods.
#pragma once

#include "rules/workload/object.hpp"
#include "rules/workload/rows.hpp"

namespace gpulint::workload {

/// Adds the pods that `row` finds in `object.root`; marks the object as a patch where it has the look of one.
void add_pods(const Row& row, Object& object, Arena& arena);

/// Calls `visit` with every place that `path` leads to from `from`. Missing and null values end a path.
template <typename Visit>
void visit_places(const Field& from, const Step* step, const Step* end, const Visit& visit) {
  if (step == end) {
    visit(from);
    return;
  }
  if (step->what == Step::What::key) {
    if (const Field next = from[step->key]) {
      visit_places(next, step + 1, end, visit);
    }
    return;
  }
  if (from.is(step->what == Step::What::every_item ? Kind::sequence : Kind::mapping)) {
    for (const Field child : from.children()) {
      visit_places(child, step + 1, end, visit);
    }
  }
}

/// A key of the directives of a strategic merge patch ($patch, $setElementOrder/containers, $retainKeys, ...).
bool has_patch_directive(const Field& mapping);

} // namespace gpulint::workload
