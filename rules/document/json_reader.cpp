#include "rules/document/json_reader.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace gpulint {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

class Reader {
public:
  Reader(std::string_view text, std::size_t at, TreeBuilder& builder, Arena& arena)
      : text_(text), at_(at), builder_(builder), arena_(arena) {}

  // Iterative: nesting is bounded by the builder, not by the stack.
  std::size_t read() {
    skip_space();
    while (at_ < text_.size() && !builder_.failed()) {
      value();
      after_value();
      if (builder_.failed() || builder_.complete()) {
        refuse_out_of_range();
        return at_;
      }
      skip_space();
    }
    if (!builder_.failed() && builder_.depth() > 0) {
      fail("unexpected end of JSON input");
    }
    return at_;
  }

private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  ByteRange range(std::size_t begin) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }

  // Syntax errors come first: Go takes numbers apart when the whole value was read.
  void refuse_out_of_range() {
    if (!builder_.failed() && !out_of_range_.empty()) {
      builder_.fail(ReadErrorCode::unsupported_value, "a number beyond the range of a 64-bit float", out_of_range_);
    }
  }

  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' || text_[at_] == '\n')) {
      ++at_;
    }
  }

  void fail(std::string message) {
    const auto begin = static_cast<std::uint32_t>(at_);
    builder_.fail(ReadErrorCode::syntax, std::move(message),
                  {begin, std::min(begin + 1, static_cast<std::uint32_t>(text_.size()))});
  }

  void unexpected(std::string_view where) {
    if (at_ >= text_.size()) {
      fail("unexpected end of JSON input");
    } else {
      fail("invalid character '" + std::string(1, text_[at_]) + "' " + std::string(where));
    }
  }

  // A scalar, or the opening of a container (then the loop comes back for what it holds).
  void value() {
    const std::size_t begin = at_;
    const char c = here();
    if (c == '{' || c == '[') {
      ++at_;
      builder_.begin_container(c == '{' ? Kind::mapping : Kind::sequence, Style::flow, range(begin), {});
      skip_space();
      if (here() == (c == '{' ? '}' : ']')) {
        return;
      }
      if (c == '{') {
        key();
      }
      opened_ = true;
      return;
    }
    if (c == '"') {
      Value out;
      out.style = Style::double_quoted;
      const std::string_view text = string();
      out.kind = Kind::string;
      out.characters = text.data();
      out.size = static_cast<std::uint32_t>(text.size());
      out.range = range(begin);
      builder_.json_scalar(out, {});
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      number();
    } else {
      word();
    }
  }

  // Closes what ends here and steps to the next member or item.
  void after_value() {
    if (opened_) {
      opened_ = false;
      return;
    }
    while (!builder_.failed() && builder_.depth() > 0) {
      skip_space();
      const char c = here();
      if (c == '}' || c == ']') {
        if ((c == '}') != builder_.in_mapping()) {
          unexpected(builder_.in_mapping() ? "after object key:value pair" : "after array element");
          return;
        }
        ++at_;
        builder_.end_container(static_cast<std::uint32_t>(at_));
        continue;
      }
      if (c != ',') {
        unexpected(builder_.in_mapping() ? "after object key:value pair" : "after array element");
        return;
      }
      ++at_;
      if (builder_.in_mapping()) {
        skip_space();
        key();
      }
      return;
    }
  }

  void key() {
    if (here() != '"') {
      unexpected("looking for beginning of object key string");
      return;
    }
    const std::size_t begin = at_;
    const std::string_view text = string();
    Value place;
    place.range = range(begin);
    builder_.json_scalar(place, text);
    skip_space();
    if (here() != ':') {
      unexpected("after object key");
      return;
    }
    ++at_;
  }

  std::string_view string() {
    const std::size_t begin = ++at_;
    bool plain = true;
    while (at_ < text_.size() && text_[at_] != '"') {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c < 0x20) {
        unexpected("in string literal");
        return {};
      }
      if (c == '\\') {
        plain = false;
        ++at_;
      }
      ++at_;
    }
    if (at_ >= text_.size()) {
      at_ = text_.size();
      fail("unexpected end of JSON input");
      return {};
    }
    const std::string_view raw = text_.substr(begin, at_ - begin);
    if (!plain) {
      at_ = begin;
      return unescaped(raw);
    }
    ++at_;
    return raw;
  }

  std::string_view unescaped(std::string_view raw) {
    std::string out;
    for (std::size_t i = 0; i < raw.size() && !builder_.failed();) {
      if (raw[i] != '\\') {
        out += raw[i++];
        continue;
      }
      i = escape(raw, i, out);
    }
    at_ += raw.size() + 1;
    std::pmr::polymorphic_allocator<> allocator(&arena_);
    char* copy = allocator.allocate_object<char>(out.size() + 1);
    out.copy(copy, out.size());
    return {copy, out.size()};
  }

  static int hex4(std::string_view raw, std::size_t at) {
    unsigned value = 0;
    if (at + 4 > raw.size()) {
      return -1;
    }
    const auto [end, error] = std::from_chars(raw.data() + at, raw.data() + at + 4, value, 16);
    return error != std::errc() || end != raw.data() + at + 4 ? -1 : static_cast<int>(value);
  }

  // Lone surrogates become U+FFFD, as in Go.
  std::size_t escape(std::string_view raw, std::size_t at, std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeaning = "\"\\/\b\f\n\r\t";
    const std::size_t known = kLetters.find(raw[at + 1]);
    if (known != std::string_view::npos) {
      out += kMeaning[known];
      return at + 2;
    }
    const int high = raw[at + 1] == 'u' ? hex4(raw, at + 2) : -1;
    if (high < 0) {
      fail("invalid escape in string literal");
      return raw.size();
    }
    if (high < 0xD800 || high > 0xDFFF) {
      append_utf8(out, static_cast<unsigned>(high));
      return at + 6;
    }
    const int low = high < 0xDC00 && raw.substr(at + 6, 2) == "\\u" ? hex4(raw, at + 8) : -1;
    if (low < 0xDC00 || low > 0xDFFF) {
      out += kReplacement;
      return at + 6;
    }
    append_utf8(out, 0x10000u + ((static_cast<unsigned>(high) & 0x3FFu) << 10) + (static_cast<unsigned>(low) & 0x3FFu));
    return at + 12;
  }

  std::size_t digits() {
    const std::size_t from = at_;
    while (here() >= '0' && here() <= '9') {
      ++at_;
    }
    return at_ - from;
  }

  void number() {
    const std::size_t begin = at_;
    bool whole = true;
    at_ += here() == '-' ? 1 : 0;
    if (here() == '0') {
      ++at_;
    } else if (digits() == 0) {
      unexpected("in numeric literal");
      return;
    }
    if (here() == '.') {
      whole = false;
      ++at_;
      if (digits() == 0) {
        unexpected("after decimal point in numeric literal");
        return;
      }
    }
    if (here() == 'e' || here() == 'E') {
      whole = false;
      ++at_;
      at_ += here() == '+' || here() == '-' ? 1 : 0;
      if (digits() == 0) {
        unexpected("in exponent of numeric literal");
        return;
      }
    }
    add_number(begin, whole);
  }

  void add_number(std::size_t begin, bool whole) {
    const char* const first = text_.data() + begin;
    const char* const last = text_.data() + at_;
    Value out;
    out.range = range(begin);
    if (whole && std::from_chars(first, last, out.integer).ec == std::errc()) {
      out.kind = Kind::integer;
    } else {
      out.kind = Kind::real;
      out.real = 0;
      const auto error = std::from_chars(first, last, out.real).ec;
      if (error == std::errc::result_out_of_range &&
          std::string_view(first, last).find("e-") == std::string_view::npos &&
          std::string_view(first, last).find("E-") == std::string_view::npos) {
        out_of_range_ = out.range;
      }
      if (whole) {
        builder_.note(ReadingDifference::unrepresentable_number, out.range);
      }
    }
    builder_.json_scalar(out, {});
  }

  void word() {
    const std::size_t begin = at_;
    Value out;
    for (const auto& [text, kind, truth] :
         {std::tuple("null", Kind::null, false), std::tuple("true", Kind::boolean, true),
          std::tuple("false", Kind::boolean, false)}) {
      if (text_.substr(at_).starts_with(text)) {
        at_ += std::string_view(text).size();
        out.kind = kind;
        out.boolean = truth;
        out.range = range(begin);
        builder_.json_scalar(out, {});
        return;
      }
    }
    unexpected("looking for beginning of value");
  }

  std::string_view text_;
  std::size_t at_;
  TreeBuilder& builder_;
  Arena& arena_;
  bool opened_ = false;
  ByteRange out_of_range_;
};

} // namespace

std::size_t read_json(std::string_view text, std::size_t at, TreeBuilder& builder, Arena& arena) {
  builder.begin();
  return Reader(text, at, builder, arena).read();
}

} // namespace gpulint
