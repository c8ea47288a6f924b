// Matching takes time proportional to pattern times path: stars are matched by going back to the last one only, which
// is enough when nothing but stars can match more than one thing.
#include "cli/source/gitignore.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <ranges>
#include <utility>

namespace gpulint::cli {
namespace {

bool is_word(std::string_view name, unsigned char c) {
  const bool lower = c >= 'a' && c <= 'z';
  const bool upper = c >= 'A' && c <= 'Z';
  const bool digit = c >= '0' && c <= '9';
  const bool graph = c > 0x20 && c < 0x7f;
  const std::array<std::pair<std::string_view, bool>, 12> classes = {{
      {"alnum", lower || upper || digit},
      {"alpha", lower || upper},
      {"blank", c == ' ' || c == '\t'},
      {"cntrl", c < 0x20 || c == 0x7f},
      {"digit", digit},
      {"graph", graph},
      {"lower", lower},
      {"print", graph || c == ' '},
      {"punct", graph && !lower && !upper && !digit},
      {"space", c == ' ' || (c >= 9 && c <= 13)},
      {"upper", upper},
      {"xdigit", digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')},
  }};
  const auto found = std::ranges::find(classes, name, &std::pair<std::string_view, bool>::first);
  return found != classes.end() && found->second;
}

/// The size of the bracket expression that `pattern` begins with; nothing where it isn't closed, and then git matches
/// the whole pattern with nothing.
std::optional<std::size_t> bracket_size(std::string_view pattern) {
  std::size_t i = 1;
  if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) {
    ++i;
  }
  for (bool first = true; i < pattern.size(); first = false) {
    if (pattern[i] == ']' && !first) {
      return i + 1;
    }
    if (pattern[i] == '\\') {
      i += 2;
    } else if (pattern.substr(i, 2) == "[:") {
      const std::size_t end = pattern.find(":]", i + 2);
      const std::size_t bracket = pattern.find(']', i + 2);
      i = end != std::string_view::npos && bracket == end + 1 ? end + 2 : i + 1;
    } else {
      ++i;
    }
  }
  return std::nullopt;
}

/// `set` is what stands between the brackets.
bool bracket_matches(std::string_view set, unsigned char character) {
  const bool negated = !set.empty() && (set[0] == '!' || set[0] == '^');
  if (negated) {
    set.remove_prefix(1);
  }
  bool found = false;
  const auto literal = [&](std::size_t& at) {
    if (set[at] == '\\' && at + 1 < set.size()) {
      ++at;
    }
    return static_cast<unsigned char>(set[at++]);
  };
  for (std::size_t i = 0; i < set.size();) {
    if (set.substr(i, 2) == "[:") {
      const std::size_t end = set.find(":]", i + 2);
      if (end != std::string_view::npos) {
        found = found || is_word(set.substr(i + 2, end - i - 2), character);
        i = end + 2;
        continue;
      }
    }
    const unsigned char low = literal(i);
    unsigned char high = low;
    if (i + 1 < set.size() && set[i] == '-') {
      ++i;
      high = literal(i);
    }
    found = found || (low <= character && character <= high);
  }
  return found != negated;
}

/// Whether the first element of `pattern` (not a star) takes this byte; its size goes to `size`.
bool element_matches(std::string_view pattern, char byte, std::size_t& size) {
  switch (pattern[0]) {
  case '?':
    size = 1;
    return true;
  case '[': {
    const std::optional<std::size_t> whole = bracket_size(pattern);
    size = whole.value_or(1);
    return whole && bracket_matches(pattern.substr(1, *whole - 2), static_cast<unsigned char>(byte));
  }
  case '\\':
    size = 2;
    return pattern.size() > 1 && pattern[1] == byte;
  default:
    size = 1;
    return pattern[0] == byte;
  }
}

/// One name against one segment.
bool segment_matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_name = 0;
  while (n < name.size()) {
    std::size_t size = 0;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_name = n;
    } else if (p < pattern.size() && element_matches(pattern.substr(p), name[n], size)) {
      p += size;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++star_name;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> names;
  for (std::size_t begin = 0;;) {
    const std::size_t end = path.find('/', begin);
    names.push_back(path.substr(begin, end - begin));
    if (end == std::string_view::npos) {
      return names;
    }
    begin = end + 1;
  }
}

/// Between slashes that stand outside of brackets.
std::vector<std::string> split_pattern(std::string_view pattern) {
  std::vector<std::string> segments(1);
  for (std::size_t i = 0; i < pattern.size();) {
    std::size_t size = 1;
    if (pattern[i] == '/') {
      segments.emplace_back();
      ++i;
      continue;
    }
    if (pattern[i] == '[') {
      size = bracket_size(pattern.substr(i)).value_or(1);
    } else if (pattern[i] == '\\') {
      size = 2;
    }
    segments.back().append(pattern.substr(i, size));
    i += size;
  }
  for (std::string& segment : segments) {
    // git takes any number of stars from two on for two.
    if (segment.size() > 2 && segment.find_first_not_of('*') == std::string::npos) {
      segment = "**";
    }
  }
  return segments;
}

bool segments_match(const std::vector<std::string>& pattern, const std::vector<std::string_view>& names) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = kNone;
  std::size_t star_name = 0;
  while (n < names.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      if (p + 1 == pattern.size()) {
        return true; // "a/**": everything inside; there is at least one name left
      }
      star = p++;
      star_name = n;
    } else if (p < pattern.size() && segment_matches(pattern[p], names[n])) {
      ++p;
      ++n;
    } else if (star != kNone) {
      p = star + 1;
      n = ++star_name;
    } else {
      return false;
    }
  }
  return p == pattern.size();
}

/// Spaces at the end don't count unless a backslash stands before them.
std::string_view trim_spaces(std::string_view line) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
      kept = std::min(i + 1, line.size());
    } else if (line[i] != ' ') {
      kept = i + 1;
    }
  }
  return line.substr(0, kept);
}

} // namespace

std::optional<IgnorePattern> IgnorePattern::parse(std::string_view line) {
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  if (line.starts_with('#')) {
    return std::nullopt;
  }
  line = trim_spaces(line);
  IgnorePattern pattern;
  if (line.starts_with('!')) {
    pattern.negated_ = true;
    line.remove_prefix(1);
  }
  if (line.empty()) {
    return std::nullopt;
  }
  if (line.ends_with('/')) {
    pattern.only_folders_ = true;
    line.remove_suffix(1);
  }
  pattern.anchored_ = line.find('/') != std::string_view::npos;
  if (line.starts_with('/')) {
    line.remove_prefix(1);
  }
  if (!pattern.anchored_) {
    pattern.segments_.emplace_back(line);
    return pattern;
  }
  // As git does, which is to be seen: what follows stands at a beginning for it, so the stars of "a**/b" cross slashes.
  const std::size_t literal = std::min(line.find_first_of("*?[\\"), line.size());
  pattern.prefix_ = line.substr(0, literal);
  pattern.segments_ = split_pattern(line.substr(literal));
  return pattern;
}

bool IgnorePattern::matches(std::string_view path, bool is_folder) const {
  if (only_folders_ && !is_folder) {
    return false;
  }
  if (!anchored_) {
    const std::size_t slash = path.rfind('/');
    return segment_matches(segments_.front(), slash == std::string_view::npos ? path : path.substr(slash + 1));
  }
  return path.starts_with(prefix_) && segments_match(segments_, split(path.substr(prefix_.size())));
}

IgnoreList IgnoreList::parse(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  IgnoreList list;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (auto pattern = IgnorePattern::parse(text.substr(0, end))) {
      list.patterns_.push_back(std::move(*pattern));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return list;
}

Verdict IgnoreList::judge(std::string_view path, bool is_folder) const {
  for (const IgnorePattern& pattern : std::views::reverse(patterns_)) {
    if (pattern.matches(path, is_folder)) {
      return pattern.negated() ? Verdict::kept : Verdict::ignored;
    }
  }
  return Verdict::none;
}

} // namespace gpulint::cli
