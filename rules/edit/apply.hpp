// A plan carried out on the tree.
#pragma once

#include "rules/edit/plan.hpp"

namespace gpulint {

/// A copy of `root` with the plan's edits, in `arena`; subtrees without edits are those of `root`. New values have no
/// ranges.
const Value* apply(const EditPlan& plan, const Value& root, Arena& arena);

/// A NewValue as a tree in `arena`, without ranges.
const Value* to_value(const NewValue& value, Arena& arena);

} // namespace gpulint
