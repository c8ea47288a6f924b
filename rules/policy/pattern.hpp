// A user-given pattern: RE2 syntax, matched against the whole text unless said otherwise.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace re2 {
class RE2;
}

namespace gpulint {

/// Memory that one compiled pattern may take; RE2 refuses larger ones when the policy loads.
inline constexpr std::size_t kMaxPatternMemory = 1u << 20;

/// Immutable and cheap to copy. Plain text ("nvidia\.com/gpu"), anchored or not, and plain text that ends in ".*" are
/// matched without RE2: that keeps a run on one small file short. The answers are RE2's, to the byte.
class Pattern {
public:
  /// Matches nothing.
  Pattern() = default;

  /// The error is RE2's own text.
  static tl::expected<Pattern, std::string> compile(std::string_view source);

  bool matches(std::string_view text) const;      ///< the whole text
  bool matches_part(std::string_view text) const; ///< some part of it; anchors say where
  const std::string& source() const { return source_; }
  /// Matched by RE2, which takes memory and time to compile.
  bool is_regular() const { return form_ == Form::regular; }

  bool operator==(const Pattern& other) const { return form_ == other.form_ && source_ == other.source_; }

private:
  enum class Form : unsigned char { none, plain, regular };

  bool read_plain(std::string_view source);

  std::string source_;
  std::string literal_; ///< plain: what must be there
  Form form_ = Form::none;
  bool at_begin_ = false; ///< plain: written with ^
  bool at_end_ = false;   ///< plain: written with $
  bool any_tail_ = false; ///< plain: ".*" follows the literal
  std::shared_ptr<const re2::RE2> regular_;
};

} // namespace gpulint
