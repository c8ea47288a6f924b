// Byte offsets -> lines and columns, at the edge where something is printed.
#pragma once

#include "rules/document/value.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace gpulint {

/// Line and column count from 1; a column counts code points; `byte` counts from 0.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::uint32_t byte = 0;

  bool operator==(const Position&) const = default;
};

/// Finds lines in one text. Building it is one pass over the text; make one only when there is something to print.
class LineIndex {
public:
  explicit LineIndex(std::string_view text);

  Position position(std::uint32_t byte) const;
  /// The text of a line (from 1) without its line break.
  std::string_view line(std::uint32_t number) const;
  /// The text of the line of `at`, or `limit` bytes of a longer line around it; the column of its first character goes
  /// to `column`.
  std::string_view excerpt(const Position& at, std::size_t limit, std::uint32_t& column) const;
  std::uint32_t count() const { return static_cast<std::uint32_t>(starts_.size()); }

private:
  /// Characters that begin before `byte`.
  std::uint32_t characters_before(std::uint32_t byte) const;

  std::string_view text_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> characters_; ///< before each block of bytes: a text may be one line of megabytes
};

} // namespace gpulint
