#include "rules/policy/reading.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace gpulint::policy_file {
namespace {

constexpr std::size_t kMaxQuoted = 80;
constexpr std::size_t kMaxPlace = 160;

/// At most `limit` bytes without control characters, cut between code points.
std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (out.size() >= limit && (byte & 0xC0) != 0x80) {
      return out + "...";
    }
    out += byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  return out;
}

bool equal_ignoring_case(std::string_view left, std::string_view right) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

constexpr std::array kActions = {Action::off, Action::audit, Action::inject, Action::warn, Action::deny};

} // namespace

std::string quoted(std::string_view text) {
  return '"' + printable(text, kMaxQuoted) + '"';
}

std::string place(const Field& field) {
  const std::string path = field.path();
  return path.empty() ? "the policy" : printable(path, kMaxPlace);
}

std::string suggestion(std::string_view wrong, std::span<const std::string_view> names, std::string_view what) {
  if (const auto near = nearest_name(wrong, names)) {
    return "; did you mean " + quoted(*near) + "?";
  }
  std::string list;
  for (const std::string_view name : names) {
    list += (list.empty() ? "" : ", ") + std::string(name);
  }
  return list.empty() || list.size() > 400 ? "" : "; " + std::string(what) + ": " + list;
}

void Reading::error(ByteRange range, std::string message) {
  if (!is_full()) {
    errors_.push_back({range, std::move(message)});
  }
}

std::uint32_t Reading::line(const Field& at) {
  if (!lines_) {
    lines_.emplace(text_);
  }
  return lines_->position(at.range().begin).line;
}

void Reading::finish() {
  if (errors_.empty()) {
    return;
  }
  std::stable_sort(errors_.begin(), errors_.end(),
                   [](const Mistake& left, const Mistake& right) { return left.range.begin < right.range.begin; });
  if (!lines_) {
    lines_.emplace(text_);
  }
  for (Mistake& mistake : errors_) {
    loading_.errors.push_back({std::string(file_), lines_->position(mistake.range.begin), std::move(mistake.message)});
  }
}

bool Reading::within_values(std::size_t more, const Field& at) {
  if (values_ > kMaxValues || is_full()) {
    return false;
  }
  values_ += more;
  if (values_ <= kMaxValues) {
    return true;
  }
  error(at, "the policy holds more than " + std::to_string(kMaxValues) + " values, aliases written out");
  return false;
}

bool Reading::wrong_type(const Field& field, std::string_view wanted) {
  error(field, place(field) + " must be " + std::string(wanted) + ", not " + std::string(kind_word(*field.value())));
  return false;
}

bool Reading::is_mapping(const Field& field) {
  return field.is(Kind::mapping) ? within_values(field.size(), field) : wrong_type(field, "a mapping");
}

std::vector<Field> Reading::items(const Field& field, std::size_t limit) {
  std::vector<Field> all;
  if (!field.is(Kind::sequence)) {
    wrong_type(field, "a list");
  } else if (field.size() > limit) {
    error(field, place(field) + " holds more than " + std::to_string(limit) + " items");
  } else if (within_values(field.size(), field)) {
    for (const Field& item : field.children()) {
      all.push_back(item);
    }
  }
  return all;
}

std::vector<Field> Reading::members(const Field& field) {
  std::vector<Field> all;
  if (is_mapping(field)) {
    for (const Field& member : field.children()) {
      all.push_back(member);
    }
  }
  return all;
}

/// A string; other scalars get the advice to quote them.
bool Reading::is_text(const Field& field, std::string_view wanted) {
  if (field.is(Kind::string)) {
    return true;
  }
  const Value& value = *field.value();
  if (!value.is_scalar() || value.is(Kind::null)) {
    return wrong_type(field, wanted);
  }
  const std::string_view written = text_.substr(value.range.begin, value.range.end - value.range.begin);
  error(field, place(field) + " must be " + std::string(wanted) + ", not " + std::string(kind_word(value)) +
                   ": put it in quotes, " + quoted(written));
  return false;
}

bool Reading::fits(const Field& at, std::string_view text, const Shape& shape, ByteRange range) {
  if (shape.form != nullptr && !shape.form->fits(text)) {
    error(range, place(at) + ": " + quoted(text) + " " + std::string(shape.form->problem));
    return false;
  }
  if (!shape.words.empty() && std::find(shape.words.begin(), shape.words.end(), text) == shape.words.end()) {
    error(range, place(at) + ": " + quoted(text) + " is not known here" + suggestion(text, shape.words, "one of"));
    return false;
  }
  return true;
}

bool Reading::value(const Field& field, const Shape& shape, std::string& to) {
  if (!is_text(field, "a string") || !fits(field, field.text(), shape, field.range())) {
    return false;
  }
  to = field.text();
  return true;
}

bool Reading::value(const Field& field, const Shape& shape, std::int64_t& to) {
  if (!field.is(Kind::integer)) {
    return wrong_type(field, "a whole number");
  }
  const std::int64_t number = field.value()->integer;
  if (number < shape.minimum || number > shape.maximum) {
    error(field, place(field) + " is " + std::to_string(number) + "; it must be from " + std::to_string(shape.minimum) +
                     " to " + std::to_string(shape.maximum));
    return false;
  }
  to = number;
  return true;
}

bool Reading::value(const Field& field, const Shape&, bool& to) {
  if (!field.is(Kind::boolean)) {
    return wrong_type(field, "true or false");
  }
  to = field.value()->boolean;
  return true;
}

bool Reading::value(const Field& field, const Shape&, Pattern& to) {
  if (!is_text(field, "a pattern (a string)")) {
    return false;
  }
  if (field.text().empty()) {
    error(field, place(field) + " is empty; a pattern must say what it matches");
    return false;
  }
  if (loading_.regular_patterns > kMaxRegularPatterns) {
    return false;
  }
  auto pattern = Pattern::compile(field.text());
  if (!pattern) {
    error(field, place(field) + ": " + quoted(field.text()) + " is no RE2 pattern: " + printable(pattern.error(), 200));
    return false;
  }
  if (pattern->is_regular() && ++loading_.regular_patterns > kMaxRegularPatterns) {
    error(field, "a policy may hold " + std::to_string(kMaxRegularPatterns) +
                     " patterns with operators; join some of them with |");
    return false;
  }
  to = *std::move(pattern);
  return true;
}

bool Reading::value(const Field& field, const Shape&, Date& to) {
  if (!is_text(field, "a date (YYYY-MM-DD)")) {
    return false;
  }
  const auto date = parse_date(field.text());
  if (!date) {
    error(field, place(field) + ": " + quoted(field.text()) + " is not a date; write it as YYYY-MM-DD");
    return false;
  }
  to = *date;
  return true;
}

bool Reading::value(const Field& field, const Shape&, Action& to) {
  // YAML 1.1 reads `off` as false, and tools that write YAML again write it so.
  if (field.is(Kind::boolean) && !field.value()->boolean) {
    to = Action::off;
    return true;
  }
  if (!is_text(field, "an action (off, audit, inject, warn or deny)")) {
    return false;
  }
  const auto found =
      std::find_if(kActions.begin(), kActions.end(), [&](Action action) { return name_of(action) == field.text(); });
  if (found == kActions.end()) {
    std::vector<std::string_view> names;
    for (const Action action : kActions) {
      names.push_back(name_of(action));
    }
    error(field, place(field) + ": " + quoted(field.text()) + " is not an action" +
                     suggestion(field.text(), names, "there are"));
    return false;
  }
  to = *found;
  return true;
}

void Reading::unknown_key(const Field& child, const std::vector<std::string_view>& names) {
  if (is_full()) {
    return;
  }
  error_at_key(child, quoted(child.key()) + " is not a key of " + place(child.parent()) +
                          suggestion(child.key(), names, "its keys are"));
}

void Reading::missing_key(const Field& field, std::string_view name) {
  error(field, place(field) + " lacks the key " + quoted(name));
}

std::optional<std::string> Reading::rule_code(std::string_view name, ByteRange range, bool custom_too) {
  for (const RuleName& rule : loading_.rules) {
    if (rule.name == name || equal_ignoring_case(rule.code, name)) {
      return std::string(rule.code);
    }
  }
  if (is_full()) {
    return std::nullopt;
  }
  std::vector<std::string_view> names;
  for (const RuleName& rule : loading_.rules) {
    names.push_back(rule.name);
    names.push_back(rule.code);
  }
  for (const CustomRule& rule : custom_too ? std::span(loading_.policy.custom) : std::span<CustomRule>()) {
    if (rule.id == name || rule.name == name) {
      return rule.id;
    }
    names.push_back(rule.name);
    names.push_back(rule.id);
  }
  error(range, "there is no rule " + quoted(name) + suggestion(name, names, "there are"));
  return std::nullopt;
}

std::optional<Date> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
    return std::nullopt;
  }
  const auto number = [&](std::size_t begin, std::size_t size) {
    unsigned result = 0;
    const auto [end, failure] = std::from_chars(text.data() + begin, text.data() + begin + size, result);
    return failure == std::errc() && end == text.data() + begin + size ? static_cast<int>(result) : -1;
  };
  const int year = number(0, 4);
  const int month = number(5, 2);
  const int day = number(8, 2);
  if (year < 0 || month < 1 || day < 1) {
    return std::nullopt;
  }
  const Date date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                  std::chrono::day(static_cast<unsigned>(day))};
  return date.ok() ? std::optional(date) : std::nullopt;
}

std::string date_text(Date date) {
  const auto padded = [](unsigned number, std::size_t width) {
    const std::string digits = std::to_string(number);
    return std::string(width - std::min(width, digits.size()), '0') + digits;
  };
  return padded(static_cast<unsigned>(static_cast<int>(date.year())), 4) + '-' +
         padded(static_cast<unsigned>(date.month()), 2) + '-' + padded(static_cast<unsigned>(date.day()), 2);
}

} // namespace gpulint::policy_file
