// JSON values with their places, read as Go's encoding/json reads them.
#pragma once

#include "rules/document/tree_builder.hpp"

#include <cstddef>
#include <string_view>

namespace gpulint {

/// Feeds `builder` with the value that begins at or after `at` in `text` (ranges are offsets in `text`) and returns
/// where it ends. Failures stay in the builder; nothing but white space leaves it without a root.
/// Boost.JSON's and nlohmann's parsers give no places for keys and scalars, which every finding needs.
std::size_t read_json(std::string_view text, std::size_t at, TreeBuilder& builder, Arena& arena);

} // namespace gpulint
