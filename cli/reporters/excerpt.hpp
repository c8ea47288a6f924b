// The source line under a finding, with carets below what it is about.
#pragma once

#include "rules/document/source.hpp"

#include <string>
#include <string_view>

namespace gpulint::cli {

struct Excerpt {
  std::string source; ///< safe to print; tabs are spaces, long lines are cut
  std::string carets; ///< empty where the place isn't within the line
};

/// `line` is the text of line `start.line`, or a part of it that begins at `first_column`.
Excerpt make_excerpt(std::string_view line, const Position& start, const Position& end, std::uint32_t first_column = 1);

} // namespace gpulint::cli
