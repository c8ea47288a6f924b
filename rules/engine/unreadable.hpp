// Texts that kubectl can't read and aren't meant to be: what is known of them instead of an error.
#pragma once

#include "rules/document/reader.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace gpulint {

/// A finding in place of a read error.
struct UnreadableKind {
  std::string_view code; ///< of the rule that tells it
  std::string message;
  ByteRange range;
};

/// Whether such an error may have that explanation: else the text isn't searched.
bool may_be_template(ReadErrorCode code);

/// A Helm template that isn't rendered (`{{ … }}` outside of quotes stops every YAML reader); nothing for every
/// other error.
std::optional<UnreadableKind> explain_unreadable(const ReadError& error, std::string_view text);

} // namespace gpulint
