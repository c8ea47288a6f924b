// One YAML document of one part of a file, by libyaml's events, read as go-yaml v2 reads it.
#pragma once

#include "rules/document/tree_builder.hpp"

#include <string_view>

namespace gpulint {

/// Feeds `builder` with the first document of `part` (go-yaml decodes no other). `offset` is added to every range.
/// Failures stay in the builder. An empty part leaves it without a root.
void read_yaml(std::string_view part, std::uint32_t offset, TreeBuilder& builder, Arena& arena);

} // namespace gpulint
