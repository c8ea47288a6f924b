// A rule's metadata as JSON, for `gpu-lint rules` and `gpu-lint rule`.
#pragma once

#include "rules/engine/rule.hpp"

#include <span>
#include <string>

namespace gpulint::cli {

/// A list of objects, one on each line; fields are only ever added.
std::string rules_json(std::span<const Rule* const> rules);

} // namespace gpulint::cli
