// YAML scalars -> values, as go-yaml v2 (YAML 1.1) and sigs.k8s.io/yaml make them.
#pragma once

#include "rules/document/value.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace gpulint {

/// The tags that go-yaml resolves; `other` stands for every tag that leaves the text a string (`!foo`, `!!map`).
enum class ScalarTag : std::uint8_t { none, str, boolean, integer, real, null, timestamp, binary, merge, other };

/// From the long form ("tag:yaml.org,2002:int"); "!" counts as other.
ScalarTag scalar_tag(std::string_view long_form);

/// What became of one scalar.
struct ResolvedScalar {
  Kind kind = Kind::string;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  bool above_int64 = false;  ///< an integer that only uint64 holds: `real` is its nearest value
  bool rounded = false;      ///< an integer that no 64 bits hold, or that only uint64 does: a float comes near it
  bool infinite = false;     ///< .inf or .nan: no JSON value
  bool boolean_word = false; ///< a boolean that YAML 1.2 reads as a string (yes, off, y)
  bool is_date = false;      ///< reads as a timestamp; stays the text here, becomes a time in other readers
  bool out_of_range = false; ///< looks like a number and stays a string, for no float holds it (1e400)
  bool failed = false;       ///< the tag can't hold this text: go-yaml refuses the document
};

/// `plain`: unquoted and untagged, or tagged "!". Quoted and block scalars without a tag are strings.
ResolvedScalar resolve_scalar(std::string_view text, ScalarTag tag, bool plain);

/// The decoded bytes of a !!binary scalar (Go's base64.StdEncoding: line breaks are skipped, padding is required).
bool decode_base64(std::string_view text, std::string& out);

/// A key's text in JSON; false for keys that have none (null, integers above int64).
bool key_text(const ResolvedScalar& key, std::string_view source, std::string& out);

} // namespace gpulint
