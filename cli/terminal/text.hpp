// Text from files and file names, made safe to print, and how wide it is on a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpulint::cli {

struct CodePoint {
  char32_t value = 0;
  std::size_t size = 0; ///< bytes taken; 1 for a byte that isn't UTF-8
  bool valid = false;
};

/// The first code point of a text that isn't empty.
CodePoint decode(std::string_view text);

/// 0 for combining marks and invisible characters, 2 for East Asian wide ones and emoji, else 1.
int display_width(char32_t character);

/// May be printed as it is: no control character, nothing that turns the writing direction or hides itself.
bool is_printable(char32_t character);

/// The text on one line with nothing in it that a terminal obeys: `\n`, `\t`, `\x1b`, `\xff` (a byte that isn't UTF-8),
/// `\u202e`. Everything else stays as it is.
std::string printable(std::string_view text);
void append_printable(std::string& out, std::string_view text);

/// Valid UTF-8 whatever comes in: every byte that isn't becomes U+FFFD.
std::string valid_utf8(std::string_view text);

} // namespace gpulint::cli
