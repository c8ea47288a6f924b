#include "rules/engine/suppressions.hpp"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

namespace gpulint {
namespace {

constexpr std::string_view kMark = "gpu-lint ignore";
constexpr std::string_view kSeparators = ", \t\r\n";

// The line that a comment is about: its own where something stands in front of it, else the next one that holds more
// than a comment. Comments come in the order of the text, so lines are counted and searched once.
class Lines {
public:
  explicit Lines(std::string_view text) : text_(text), end_(text.find('\n')) {}

  std::uint32_t target(std::size_t hash) {
    advance(hash);
    if (text_.find_first_not_of(" \t\r", start_) != hash) {
      return line_;
    }
    if (line_ >= content_line_) {
      find_content(hash);
    }
    return content_line_;
  }

private:
  void advance(std::size_t to) {
    while (end_ < to) {
      start_ = end_ + 1;
      end_ = text_.find('\n', start_);
      ++line_;
    }
  }

  void find_content(std::size_t hash) {
    content_line_ = line_;
    for (std::size_t at = text_.find('\n', hash); at != std::string_view::npos; at = text_.find('\n', at + 1)) {
      ++content_line_;
      const std::size_t first = text_.find_first_not_of(" \t\r", at + 1);
      if (first != std::string_view::npos && text_[first] != '#' && text_[first] != '\n') {
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t start_ = 0; // of the line that was reached
  std::size_t end_;
  std::uint32_t line_ = 1;
  std::uint32_t content_line_ = 0; // behind the comments looked at
};

void add_rules(Suppression& out, std::string_view list, std::uint32_t offset, const SuppressibleRules& rules) {
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t begin = list.find_first_not_of(kSeparators, at);
    if (begin == std::string_view::npos) {
      break;
    }
    const std::size_t end = std::min(list.find_first_of(kSeparators, begin), list.size());
    const std::string_view word = list.substr(begin, end - begin);
    out.rules.push_back({std::string(word),
                         {offset + static_cast<std::uint32_t>(begin), offset + static_cast<std::uint32_t>(end)},
                         rules.select(word)});
    at = end;
  }
}

// A comment begins at a `#` at the line's start or behind white space.
bool begins_comment(std::string_view text, std::size_t mark, std::size_t& hash) {
  std::size_t at = mark;
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) {
    --at;
  }
  if (at == 0 || text[at - 1] != '#') {
    return false;
  }
  hash = at - 1;
  const bool behind_byte_order_mark = hash == 3 && text.starts_with("\xEF\xBB\xBF");
  return hash == 0 || behind_byte_order_mark ||
         std::string_view(" \t\n\r").find(text[hash - 1]) != std::string_view::npos;
}

// Marks comments that are part of a key or scalar: one walk over the tree, into what holds some only, and once into
// what aliases lead to.
class QuotedComments {
public:
  explicit QuotedComments(std::span<Suppression> comments) : comments_(comments), quoted_(comments.size()) {}

  void walk(const Value& value) {
    if (value.is_scalar()) {
      mark(value.range);
      return;
    }
    const auto [first, last] = inside(value.range);
    if (first == last || (value.shared && !visited_.insert(&value).second)) {
      return;
    }
    for (const Value* item : value.items()) {
      walk(*item);
    }
    for (const Member& member : value.members()) {
      mark(member.key_range);
      walk(*member.value);
    }
  }

  bool any() const { return any_; }
  bool is_quoted(std::size_t comment) const { return quoted_[comment]; }

private:
  std::pair<std::size_t, std::size_t> inside(ByteRange range) const {
    const auto place = [&](std::uint32_t byte) {
      const auto found = std::partition_point(comments_.begin(), comments_.end(),
                                              [&](const Suppression& comment) { return comment.range.begin < byte; });
      return static_cast<std::size_t>(found - comments_.begin());
    };
    return {place(range.begin), place(range.end)};
  }

  void mark(ByteRange range) {
    const auto [first, last] = inside(range);
    for (std::size_t i = first; i < last; ++i) {
      quoted_[i] = any_ = true;
    }
  }

  std::span<Suppression> comments_; // in the order of the text
  std::vector<bool> quoted_;
  std::unordered_set<const Value*> visited_;
  bool any_ = false;
};

} // namespace

std::vector<std::string_view> SuppressibleRules::select(std::string_view selector) const {
  std::vector<std::string_view> codes = registry.select(selector);
  for (const CustomRule& custom : policy.custom) {
    if (custom.id == selector || custom.name == selector) {
      codes.push_back(custom.id);
    }
  }
  return codes;
}

std::string_view SuppressibleRules::nearest(std::string_view wrong) const {
  return registry.nearest(wrong);
}

std::vector<Suppression> find_comments(std::string_view text, const SuppressibleRules& rules) {
  std::vector<Suppression> found;
  Lines lines(text);
  std::size_t line_end = 0;
  for (std::size_t mark = text.find(kMark); mark != std::string_view::npos; mark = text.find(kMark, mark + 1)) {
    std::size_t hash = 0;
    std::size_t at = mark + kMark.size();
    if (!begins_comment(text, mark, hash)) {
      continue;
    }
    Suppression out;
    if (text.substr(at).starts_with("-file")) {
      out.scope = SuppressionScope::file;
      at += 5;
    }
    if (at >= text.size() || text[at] != '=') {
      continue;
    }
    ++at;
    if (line_end < at) {
      line_end = std::min(text.find_first_of("\r\n", at), text.size());
    }
    const std::size_t end = std::min(text.substr(0, line_end).find(" #", at), line_end); // another comment's words
    const std::size_t reason = std::min(text.substr(0, end).find(" --", at), end);
    out.range = {static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(end)};
    out.line = lines.target(hash);
    add_rules(out, text.substr(at, reason - at), static_cast<std::uint32_t>(at), rules);
    found.push_back(std::move(out));
  }
  return found;
}

void drop_quoted(std::vector<Suppression>& suppressions, const Value& root) {
  // Comments stand in front of annotations, in the order of the text.
  const auto place = [&](std::uint32_t byte) {
    return std::partition_point(suppressions.begin(), suppressions.end(), [&](const Suppression& suppression) {
      return suppression.scope != SuppressionScope::object && suppression.range.begin < byte;
    });
  };
  const auto first = place(root.range.begin);
  const auto last = place(root.range.end);
  if (first == last) {
    return;
  }
  QuotedComments comments({first, last});
  comments.walk(root);
  if (comments.any()) {
    auto kept = first;
    for (auto comment = first; comment != last; ++comment) {
      if (!comments.is_quoted(static_cast<std::size_t>(comment - first))) {
        *kept++ = std::exchange(*comment, {});
      }
    }
    suppressions.erase(kept, last);
  }
}

Suppression from_annotation(const Value& annotation, ByteRange object, const SuppressibleRules& rules) {
  Suppression out;
  out.scope = SuppressionScope::object;
  out.range = annotation.range;
  out.object = object;
  const std::string_view text = annotation.text();
  add_rules(out, text.substr(0, text.find(" --")), annotation.range.begin, rules);
  for (SuppressedRule& rule : out.rules) {
    rule.range = annotation.range; // quotes and escapes may shift the words inside
  }
  return out;
}

bool is_suppressed(std::vector<Suppression>& suppressions, std::string_view code, Position start) {
  bool suppressed = false;
  for (Suppression& suppression : suppressions) {
    const bool here = suppression.scope == SuppressionScope::file ||
                      (suppression.scope == SuppressionScope::line && suppression.line == start.line) ||
                      (suppression.scope == SuppressionScope::object && suppression.object.contains(start.byte));
    if (!here) {
      continue;
    }
    for (SuppressedRule& rule : suppression.rules) {
      if (std::find(rule.codes.begin(), rule.codes.end(), code) != rule.codes.end()) {
        rule.used = true;
        suppressed = true;
      }
    }
  }
  return suppressed;
}

} // namespace gpulint
