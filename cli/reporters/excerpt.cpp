#include "cli/reporters/excerpt.hpp"

#include "cli/terminal/text.hpp"

#include <algorithm>
#include <vector>

namespace gpulint::cli {
namespace {

constexpr std::size_t kTabWidth = 4;
/// Terminal columns of source that are shown, and how many of them before the place in a longer line.
constexpr std::size_t kWidth = 100;
constexpr std::size_t kBefore = 30;

/// What one code point of the line becomes.
struct Cell {
  std::string text;
  std::size_t width = 1;
};

Cell make_cell(const CodePoint& point, std::string_view text) {
  if (point.value == '\t') {
    return {std::string(kTabWidth, ' '), kTabWidth};
  }
  if (point.valid && is_printable(point.value)) {
    return {std::string(text.substr(0, point.size)), static_cast<std::size_t>(display_width(point.value))};
  }
  if (point.valid && point.value < 0x20) {
    // U+2400 and on: pictures of the control characters.
    return {std::string("\xe2\x90") + static_cast<char>(0x80 + point.value), 1};
  }
  return {"\xef\xbf\xbd", 1};
}

std::vector<Cell> make_cells(std::string_view line) {
  std::vector<Cell> cells;
  while (!line.empty()) {
    const CodePoint next = decode(line);
    cells.push_back(make_cell(next, line));
    line.remove_prefix(next.size);
  }
  return cells;
}

/// A cut at kMaxExcerpt may leave half a character.
std::string_view without_line_end(std::string_view line) {
  while (line.ends_with('\r') || line.ends_with('\n')) {
    line.remove_suffix(1);
  }
  for (std::size_t back = 1; back <= 3 && back <= line.size(); ++back) {
    const auto byte = static_cast<unsigned char>(line[line.size() - back]);
    if (byte >= 0xc0) {
      const std::size_t size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > back ? line.substr(0, line.size() - back) : line;
    }
    if (byte < 0x80) {
      break;
    }
  }
  return line;
}

std::size_t width_of(const std::vector<Cell>& cells, std::size_t begin, std::size_t end) {
  std::size_t width = 0;
  for (std::size_t i = begin; i < end; ++i) {
    width += cells[i].width;
  }
  return width;
}

/// The first cell to show, so that the place is on the screen.
std::size_t first_shown(const std::vector<Cell>& cells, std::size_t start, std::size_t stop) {
  if (width_of(cells, 0, stop) <= kWidth) {
    return 0;
  }
  std::size_t first = start;
  for (std::size_t width = 0; first > 0 && width < kBefore; --first) {
    width += cells[first - 1].width;
  }
  return first;
}

} // namespace

Excerpt make_excerpt(std::string_view line, const Position& start, const Position& end, std::uint32_t first_column) {
  line = without_line_end(line);
  const std::vector<Cell> cells = make_cells(line);
  const auto cell = [&](std::uint32_t column) -> std::size_t {
    return column < first_column ? 0 : column - first_column;
  };
  const bool one_line = end.line <= start.line;
  const std::size_t from = cell(start.column);
  const bool within = from < cells.size() || (from == cells.size() && !(one_line && end.column > start.column));
  std::size_t to = one_line ? std::min(cell(end.column), cells.size()) : cells.size();
  while (to > from && !one_line && cells[to - 1].text == " ") {
    --to;
  }
  const std::size_t first = within ? first_shown(cells, from, std::max(from, to)) : 0;

  Excerpt excerpt;
  std::size_t shown_width = 0;
  std::size_t last = first;
  for (; last < cells.size() && shown_width + cells[last].width <= kWidth; ++last) {
    shown_width += cells[last].width;
  }
  const bool cut = first > 0 || first_column > 1;
  excerpt.source = cut ? "…" : "";
  for (std::size_t i = first; i < last; ++i) {
    excerpt.source += cells[i].text;
  }
  if (last < cells.size()) {
    excerpt.source += "…";
  }
  if (within) {
    excerpt.carets.assign(width_of(cells, first, from) + (cut ? 1 : 0), ' ');
    excerpt.carets.append(std::max<std::size_t>(1, width_of(cells, from, std::min(to, last))), '^');
  }
  return excerpt;
}

} // namespace gpulint::cli
