// The order of attempts is that of go-yaml v2's resolve.go: exact words, then by the first byte integers in any base,
// YAML 1.1 floats, binary numbers with a sign inside.
#include "rules/document/scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

namespace gpulint {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

struct Word {
  std::string_view text;
  Kind kind;
  bool truth;       // of booleans
  bool only_yaml11; // a plain string in YAML 1.2
};

constexpr std::array kWords = {
    Word{"y", Kind::boolean, true, true},       Word{"Y", Kind::boolean, true, true},
    Word{"yes", Kind::boolean, true, true},     Word{"Yes", Kind::boolean, true, true},
    Word{"YES", Kind::boolean, true, true},     Word{"true", Kind::boolean, true, false},
    Word{"True", Kind::boolean, true, false},   Word{"TRUE", Kind::boolean, true, false},
    Word{"on", Kind::boolean, true, true},      Word{"On", Kind::boolean, true, true},
    Word{"ON", Kind::boolean, true, true},      Word{"n", Kind::boolean, false, true},
    Word{"N", Kind::boolean, false, true},      Word{"no", Kind::boolean, false, true},
    Word{"No", Kind::boolean, false, true},     Word{"NO", Kind::boolean, false, true},
    Word{"false", Kind::boolean, false, false}, Word{"False", Kind::boolean, false, false},
    Word{"FALSE", Kind::boolean, false, false}, Word{"off", Kind::boolean, false, true},
    Word{"Off", Kind::boolean, false, true},    Word{"OFF", Kind::boolean, false, true},
    Word{"", Kind::null, false, false},         Word{"~", Kind::null, false, false},
    Word{"null", Kind::null, false, false},     Word{"Null", Kind::null, false, false},
    Word{"NULL", Kind::null, false, false},
};

const Word* find_word(std::string_view text) {
  if (text.size() > 5) {
    return nullptr;
  }
  const auto found = std::find_if(kWords.begin(), kWords.end(), [&](const Word& word) { return word.text == text; });
  return found == kWords.end() ? nullptr : &*found;
}

// .inf and .nan in the three spellings that go-yaml knows.
std::optional<double> infinite_word(std::string_view text) {
  double sign = 1;
  bool has_sign = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    sign = text[0] == '-' ? -1 : 1;
    has_sign = true;
    text.remove_prefix(1);
  }
  if (text == ".inf" || text == ".Inf" || text == ".INF") {
    return sign * std::numeric_limits<double>::infinity();
  }
  if (!has_sign && (text == ".nan" || text == ".NaN" || text == ".NAN")) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return std::nullopt;
}

// strconv.ParseInt and ParseUint with base 0: 0x, 0o, 0b, a leading 0 for octal.
struct Magnitude {
  bool negative = false;
  std::uint64_t value = 0;
};

std::optional<std::uint64_t> parse_digits(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  return digits.empty() || error != std::errc() || stop != end ? std::nullopt : std::optional(value);
}

std::optional<Magnitude> parse_integer(std::string_view text) {
  Magnitude out;
  bool has_sign = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    out.negative = text[0] == '-';
    has_sign = true;
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    const char mark = static_cast<char>(text[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    text.remove_prefix(mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1);
  }
  if (text.empty() || text[0] == '-') {
    return std::nullopt;
  }
  const auto value = parse_digits(text, base);
  constexpr std::uint64_t kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  // ParseUint takes no sign: signed texts must fit int64.
  if (!value || (has_sign && *value > kMax + (out.negative ? 1 : 0))) {
    return std::nullopt;
  }
  out.value = *value;
  return out;
}

// ^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$
bool looks_like_float(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t from = at;
    while (at < text.size() && is_digit(text[at])) {
      ++at;
    }
    return at - from;
  };
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    ++at;
  }
  const std::size_t whole = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (digits() == 0 && whole == 0) {
      return false;
    }
  } else if (whole == 0) {
    return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
      ++at;
    }
    if (digits() == 0) {
      return false;
    }
  }
  return at == text.size();
}

// strconv.ParseFloat of a text that looks like a float; nothing when it is out of range. Too small becomes 0.
std::optional<double> parse_float(std::string_view text) {
  if (!text.empty() && text[0] == '+') {
    text.remove_prefix(1);
  }
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) {
    // from_chars tells too large and too small alike: the exponent's sign, or a zero in front of the point, decides.
    const std::size_t exponent = text.find_first_of("eE");
    const bool tiny = exponent != std::string_view::npos ? text.substr(exponent + 1).starts_with('-')
                                                         : text.starts_with("0.") || text.starts_with('.') ||
                                                               text.starts_with("-0.") || text.starts_with("-.");
    return tiny ? std::optional(text.starts_with('-') ? -0.0 : 0.0) : std::nullopt;
  }
  return error != std::errc() || stop != end ? std::nullopt : std::optional(value);
}

std::string without_underscores(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return c != '_'; });
  return out;
}

// Go allows one underscore between digits of a float that is parsed as it stands.
bool underscores_fit(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '_' && (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1]))) {
      return false;
    }
  }
  return true;
}

// Takes up to `most` digits.
bool take_number(std::string_view& text, std::size_t most, int& out) {
  std::size_t count = 0;
  out = 0;
  while (count < most && count < text.size() && is_digit(text[count])) {
    out = out * 10 + (text[count] - '0');
    ++count;
  }
  text.remove_prefix(count);
  return count > 0;
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text[0] != wanted) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

bool take_clock(std::string_view& text) {
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (!take_number(text, 2, hour) || !take(text, ':') || !take_number(text, 2, minute) || !take(text, ':') ||
      !take_number(text, 2, second)) {
    return false;
  }
  if (hour > 23 || minute > 59 || second > 59) {
    return false;
  }
  if (text.size() > 1 && (text[0] == '.' || text[0] == ',') && is_digit(text[1])) {
    text.remove_prefix(1);
    while (!text.empty() && is_digit(text[0])) {
      text.remove_prefix(1);
    }
  }
  return true;
}

// The layout Z07:00: "Z" or a sign and hh:mm.
bool take_zone(std::string_view& text) {
  if (take(text, 'Z')) {
    return true;
  }
  if (text.size() < 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') {
    return false;
  }
  const auto pair = [&](std::size_t at) {
    return is_digit(text[at]) && is_digit(text[at + 1]) ? (text[at] - '0') * 10 + text[at + 1] - '0' : 99;
  };
  if (pair(1) > 24 || pair(4) > 60) {
    return false;
  }
  text.remove_prefix(6);
  return true;
}

// The four layouts of go-yaml: 2006-1-2, with T or t, a clock and a zone, or with a space and a clock.
bool is_timestamp(std::string_view text) {
  if (text.size() < 8 || text[4] != '-' || !std::all_of(text.begin(), text.begin() + 4, is_digit)) {
    return false;
  }
  int year = 0;
  int month = 0;
  int day = 0;
  if (!take_number(text, 4, year) || !take(text, '-') || !take_number(text, 2, month) || !take(text, '-') ||
      !take_number(text, 2, day)) {
    return false;
  }
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) {
    return false;
  }
  if (text.empty()) {
    return true;
  }
  const char separator = text[0];
  text.remove_prefix(1);
  if (separator == 'T' || separator == 't') {
    return take_clock(text) && take_zone(text) && text.empty();
  }
  return separator == ' ' && take_clock(text) && text.empty();
}

ResolvedScalar from_integer(const Magnitude& number) {
  ResolvedScalar out;
  out.kind = Kind::integer;
  constexpr std::uint64_t kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (number.negative) {
    out.integer =
        number.value == kMax + 1 ? std::numeric_limits<std::int64_t>::min() : -static_cast<std::int64_t>(number.value);
  } else if (number.value <= kMax) {
    out.integer = static_cast<std::int64_t>(number.value);
  } else {
    out.kind = Kind::real;
    out.above_int64 = true;
    out.rounded = true;
    out.real = static_cast<double>(number.value);
  }
  return out;
}

ResolvedScalar from_real(double value) {
  ResolvedScalar out;
  out.kind = Kind::real;
  out.real = value;
  out.infinite = !std::isfinite(value);
  return out;
}

// "0b" with a sign after it, which ParseInt of the rest takes; "-0b" likewise without one.
std::optional<Magnitude> signed_binary(std::string_view text) {
  bool negative = false;
  if (text.starts_with("0b")) {
    text.remove_prefix(2);
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
      negative = text[0] == '-';
      text.remove_prefix(1);
    }
  } else if (text.starts_with("-0b")) {
    text.remove_prefix(3);
    negative = true;
  } else {
    return std::nullopt;
  }
  const auto value = parse_digits(text, 2);
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  return !value || (negative && *value > kLimit) ? std::nullopt : std::optional(Magnitude{negative, *value});
}

ResolvedScalar resolve_number(std::string_view text, bool may_be_date) {
  ResolvedScalar out;
  if (may_be_date && is_timestamp(text)) {
    out.is_date = true;
    return out;
  }
  std::string storage;
  std::string_view plain = text;
  if (text.find('_') != std::string_view::npos) {
    storage = without_underscores(text);
    plain = storage;
  }
  if (const auto integer = parse_integer(plain)) {
    return from_integer(*integer);
  }
  if (looks_like_float(plain)) {
    if (const auto real = parse_float(plain)) {
      out = from_real(*real);
      out.rounded =
          plain.find_first_of(".eE") == std::string_view::npos && std::fabs(*real) > 9007199254740992.0; // 2^53
      return out;
    }
    out.out_of_range = true;
    return out;
  }
  if (const auto binary = signed_binary(plain)) {
    return from_integer(*binary);
  }
  return out;
}

ResolvedScalar resolve_untagged(std::string_view text, ScalarTag tag) {
  ResolvedScalar out;
  const char first = text.empty() ? '~' : text[0];
  if (const auto infinite = first == '.' || first == '+' || first == '-' ? infinite_word(text) : std::nullopt) {
    return from_real(*infinite);
  }
  if (std::string_view("yYnNtTfFoO~").find(first) != std::string_view::npos) {
    if (const Word* word = find_word(text)) {
      out.kind = word->kind;
      out.boolean = word->truth;
      out.boolean_word = word->only_yaml11;
    }
    return out;
  }
  if (first == '.') {
    const std::string plain = without_underscores(text);
    if (underscores_fit(text) && looks_like_float(plain)) {
      const auto real = parse_float(plain);
      return real ? from_real(*real) : ResolvedScalar{.out_of_range = true};
    }
    return out;
  }
  if (is_digit(first) || first == '+' || first == '-') {
    return resolve_number(text, tag == ScalarTag::none || tag == ScalarTag::timestamp);
  }
  return out;
}

// A tag must fit what the text is; !!float takes integers.
ResolvedScalar fit_to_tag(ResolvedScalar value, ScalarTag tag) {
  bool fits = false;
  switch (tag) {
  case ScalarTag::boolean:
    fits = value.kind == Kind::boolean;
    break;
  case ScalarTag::integer:
    fits = value.kind == Kind::integer || value.above_int64;
    break;
  case ScalarTag::real:
    if (value.kind == Kind::integer) {
      value.kind = Kind::real;
      value.real = static_cast<double>(value.integer);
    }
    fits = value.kind == Kind::real && !value.above_int64;
    break;
  case ScalarTag::null:
    fits = value.kind == Kind::null;
    break;
  case ScalarTag::timestamp:
    fits = value.is_date;
    break;
  default:
    fits = true;
  }
  value.failed = !fits;
  return value;
}

// FormatFloat(value, 'g', -1, 32): an exponent below 1e-4 and from 1e6 on, with two digits at least.
std::string short_float(double value) {
  const float narrow = static_cast<float>(value);
  if (std::isnan(narrow)) {
    return ".nan";
  }
  if (std::isinf(narrow)) {
    return narrow > 0 ? ".inf" : "-.inf";
  }
  std::array<char, 128> buffer{};
  char* const first = buffer.data();
  char* const last = first + buffer.size();
  const std::string scientific(first, std::to_chars(first, last, narrow, std::chars_format::scientific).ptr);
  const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  if (narrow != 0 && (exponent < -4 || exponent >= 6)) {
    return scientific;
  }
  return {first, std::to_chars(first, last, narrow, std::chars_format::fixed).ptr};
}

} // namespace

ScalarTag scalar_tag(std::string_view long_form) {
  constexpr std::string_view kPrefix = "tag:yaml.org,2002:";
  if (long_form.empty()) {
    return ScalarTag::none;
  }
  if (!long_form.starts_with(kPrefix)) {
    return ScalarTag::other;
  }
  const std::string_view name = long_form.substr(kPrefix.size());
  constexpr std::array<std::pair<std::string_view, ScalarTag>, 8> kTags = {{{"str", ScalarTag::str},
                                                                            {"bool", ScalarTag::boolean},
                                                                            {"int", ScalarTag::integer},
                                                                            {"float", ScalarTag::real},
                                                                            {"null", ScalarTag::null},
                                                                            {"timestamp", ScalarTag::timestamp},
                                                                            {"binary", ScalarTag::binary},
                                                                            {"merge", ScalarTag::merge}}};
  const auto found = std::find_if(kTags.begin(), kTags.end(), [&](const auto& tag) { return tag.first == name; });
  return found == kTags.end() ? ScalarTag::other : found->second;
}

ResolvedScalar resolve_scalar(std::string_view text, ScalarTag tag, bool plain) {
  switch (tag) {
  case ScalarTag::str:
  case ScalarTag::binary:
  case ScalarTag::merge:
  case ScalarTag::other:
    return {};
  case ScalarTag::none:
    return plain ? resolve_untagged(text, tag) : ResolvedScalar{};
  default:
    return fit_to_tag(resolve_untagged(text, tag), tag);
  }
}

bool decode_base64(std::string_view text, std::string& out) {
  const auto digit = [](char c) -> int {
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    }
    if (is_digit(c)) {
      return c - '0' + 52;
    }
    return c == '+' ? 62 : c == '/' ? 63 : -1;
  };
  unsigned bits = 0;
  std::size_t digits = 0;
  std::size_t padding = 0;
  out.clear();
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      continue;
    }
    if (c == '=') {
      ++padding;
      continue;
    }
    const int value = digit(c);
    if (value < 0 || padding > 0) {
      return false;
    }
    bits = (bits << 6) | static_cast<unsigned>(value);
    if (++digits % 4 != 1) {
      out += static_cast<char>((bits >> (6 - 2 * ((digits - 1) % 4))) & 0xFF);
    }
  }
  const std::size_t rest = digits % 4;
  return rest == 0 ? padding == 0 : rest == 1 ? false : padding == 4 - rest;
}

bool key_text(const ResolvedScalar& key, std::string_view source, std::string& out) {
  switch (key.kind) {
  case Kind::boolean:
    out = key.boolean ? "true" : "false";
    return true;
  case Kind::integer:
    out = std::to_string(key.integer);
    return true;
  case Kind::real:
    out = short_float(key.real);
    return !key.above_int64;
  case Kind::string:
    out = source;
    return true;
  default:
    return false;
  }
}

} // namespace gpulint
