// The nearest valid name to a misspelt one.
#include "rules/policy/load.hpp"

#include <algorithm>
#include <array>

namespace gpulint {
namespace {

/// Longer texts are no misspelt names; it also bounds the work.
constexpr std::size_t kMaxName = 64;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other, capitals ignored.
std::size_t distance(std::string_view left, std::string_view right) {
  using Row = std::array<std::size_t, kMaxName + 1>;
  std::array<Row, 3> rows{};
  for (std::size_t j = 0; j <= right.size(); ++j) {
    rows[0][j] = j;
  }
  for (std::size_t i = 1; i <= left.size(); ++i) {
    Row& row = rows[i % 3];
    const Row& above = rows[(i + 2) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const bool same = lower(left[i - 1]) == lower(right[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0u : 1u)});
      if (i > 1 && j > 1 && lower(left[i - 1]) == lower(right[j - 2]) && lower(left[i - 2]) == lower(right[j - 1])) {
        row[j] = std::min(row[j], rows[(i + 1) % 3][j - 2] + 1);
      }
    }
  }
  return rows[left.size() % 3][right.size()];
}

} // namespace

std::optional<std::string_view> nearest_name(std::string_view wrong, std::span<const std::string_view> names) {
  std::optional<std::string_view> best;
  if (wrong.empty() || wrong.size() > kMaxName) {
    return best;
  }
  // A third of the letters may be wrong; of a short name, one.
  std::size_t limit = std::max<std::size_t>(1, wrong.size() / 3) + 1;
  for (const std::string_view name : names) {
    if (name.empty() || name.size() > kMaxName) {
      continue;
    }
    const std::size_t far = distance(wrong, name);
    if (far < limit && far < name.size()) {
      limit = far;
      best = name;
    }
  }
  return best;
}

} // namespace gpulint
