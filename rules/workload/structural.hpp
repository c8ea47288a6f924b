// Kinds that the table doesn't know: what in them has the shape of a pod, or of a whole object.
#pragma once

#include "rules/workload/object.hpp"

#include <vector>

namespace gpulint::workload {

struct Shapes {
  std::size_t pods = 0;
  std::vector<Field> objects; ///< mappings with apiVersion, kind and spec
};

/// Adds the pods that `object` seems to hold, with source `structural`.
Shapes find_shapes(Object& object, Arena& arena);

} // namespace gpulint::workload
