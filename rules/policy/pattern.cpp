#include "rules/policy/pattern.hpp"

#include <re2/re2.h>

namespace gpulint {
namespace {

/// Characters that stand for themselves in RE2, whatever follows (a repetition after them ends the plain form).
bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("/-_:@,=~ <>!#%&;").find(c) != std::string_view::npos;
}

bool is_escapable(char c) {
  return std::string_view(".-/+*?()[]{}|^$\\").find(c) != std::string_view::npos;
}

/// Bytes that continue a UTF-8 sequence begun by `lead`, as RE2 compiles `.`: it knows lead bytes and continuation
/// bytes but not the overlong and surrogate forms (re2/compile.cc, Add_80_10ffff). -1: no lead byte.
int continuation_bytes(unsigned char lead) {
  if (lead < 0x80) {
    return 0;
  }
  if (lead >= 0xC2 && lead <= 0xDF) {
    return 1;
  }
  if (lead >= 0xE0 && lead <= 0xEF) {
    return 2;
  }
  return lead >= 0xF0 && lead <= 0xF4 ? 3 : -1;
}

/// `.*` matches the whole of `text`: no line feed, nothing that isn't UTF-8.
bool is_any(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const int more = continuation_bytes(byte);
    if (more < 0 || byte == '\n') {
      return false;
    }
    for (int k = 0; k < more; ++k) {
      ++i;
      if (i == text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
        return false;
      }
    }
  }
  return true;
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

} // namespace

/// Takes `^`? (plain | `\` punctuation)* `.*`? `$`?; false where the source holds anything else.
bool Pattern::read_plain(std::string_view source) {
  if (source.starts_with('^')) {
    at_begin_ = true;
    source.remove_prefix(1);
  }
  while (!source.empty()) {
    if (is_plain(source[0])) {
      literal_ += source[0];
      source.remove_prefix(1);
    } else if (source.size() >= 2 && source[0] == '\\' && is_escapable(source[1])) {
      literal_ += source[1];
      source.remove_prefix(2);
    } else {
      break;
    }
  }
  if (source.starts_with(".*")) {
    any_tail_ = true;
    source.remove_prefix(2);
  }
  if (source == "$") {
    at_end_ = true;
    source.remove_prefix(1);
  }
  return source.empty();
}

tl::expected<Pattern, std::string> Pattern::compile(std::string_view source) {
  Pattern plain;
  if (plain.read_plain(source)) {
    plain.source_ = source;
    plain.form_ = Form::plain;
    return plain;
  }
  re2::RE2::Options options;
  options.set_max_mem(static_cast<std::int64_t>(kMaxPatternMemory));
  options.set_log_errors(false);
  auto regular = std::make_shared<const re2::RE2>(piece(source), options);
  if (!regular->ok()) {
    return tl::unexpected(regular->error());
  }
  Pattern pattern;
  pattern.source_ = source;
  pattern.form_ = Form::regular;
  pattern.regular_ = std::move(regular);
  return pattern;
}

bool Pattern::matches(std::string_view text) const {
  switch (form_) {
  case Form::none:
    return false;
  case Form::plain:
    return any_tail_ ? text.starts_with(literal_) && is_any(text.substr(literal_.size())) : text == literal_;
  case Form::regular:
    return re2::RE2::FullMatch(piece(text), *regular_);
  }
  return false;
}

bool Pattern::matches_part(std::string_view text) const {
  if (form_ == Form::regular) {
    return re2::RE2::PartialMatch(piece(text), *regular_);
  }
  if (form_ == Form::none) {
    return false;
  }
  if (at_begin_) {
    return at_end_ ? matches(text) : text.starts_with(literal_);
  }
  if (!at_end_) {
    return text.find(literal_) != std::string_view::npos;
  }
  if (!any_tail_) {
    return text.ends_with(literal_);
  }
  // The last place leaves the shortest rest, which is part of every other one.
  const std::size_t last = text.rfind(literal_);
  return last != std::string_view::npos && is_any(text.substr(last + literal_.size()));
}

} // namespace gpulint
