#include "cli/terminal/text.hpp"

#include <algorithm>
#include <iterator>

namespace gpulint::cli {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode 14, East_Asian_Width W and F, joined over unassigned gaps.
constexpr Range kWide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},   {0x23f0, 0x23f0},
    {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},
    {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},
    {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},
    {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27b0, 0x27b0},   {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},
    {0x2e80, 0x3029},   {0x302e, 0x303e},   {0x3041, 0x3096},   {0x309b, 0x3247},   {0x3250, 0x4dbf},
    {0x4e00, 0xa4c6},   {0xa960, 0xa97c},   {0xac00, 0xd7a3},   {0xf900, 0xfad9},   {0xfe10, 0xfe19},
    {0xfe30, 0xfe6b},   {0xff01, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x16fe3}, {0x16ff0, 0x1b2fb},
    {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f200, 0x1f320},
    {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3},
    {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc},
    {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596},
    {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2},
    {0x1f6d5, 0x1f6df}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1f93a},
    {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faf6}, {0x20000, 0x3134a},
};

// Combining and invisible characters of the scripts that comments are written in; others only shift a caret.
constexpr Range kZero[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5bf},   {0x5c1, 0x5c2},     {0x5c4, 0x5c5},
    {0x610, 0x61a},   {0x61c, 0x61c},   {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dd},     {0x6df, 0x6e4},
    {0x6e7, 0x6e8},   {0x6ea, 0x6ed},   {0x900, 0x902},   {0x93a, 0x93a},   {0x93c, 0x93c},     {0x941, 0x948},
    {0x94d, 0x94d},   {0x951, 0x957},   {0x9bc, 0x9bc},   {0x9c1, 0x9c4},   {0x9cd, 0x9cd},     {0xbc0, 0xbc0},
    {0xbcd, 0xbcd},   {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},   {0x1160, 0x11ff},   {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x206f}, {0x20d0, 0x20f0},   {0x302a, 0x302d},
    {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0x1f3fb, 0x1f3ff}, {0xe0001, 0xe01ef},
};

template <std::size_t count>
bool is_in(const Range (&ranges)[count], char32_t character) {
  const auto* next = std::upper_bound(std::begin(ranges), std::end(ranges), character,
                                      [](char32_t value, const Range& range) { return value < range.first; });
  return next != std::begin(ranges) && character <= std::prev(next)->last;
}

void append_hex(std::string& out, std::uint32_t value, int digits) {
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[(value >> shift) & 0xf];
  }
}

void append_escape(std::string& out, char32_t character) {
  switch (character) {
  case '\n':
    out += "\\n";
    return;
  case '\r':
    out += "\\r";
    return;
  case '\t':
    out += "\\t";
    return;
  default:
    break;
  }
  const bool is_short = character < 0x100;
  out += is_short ? "\\x" : character < 0x10000 ? "\\u" : "\\U";
  append_hex(out, character, is_short ? 2 : character < 0x10000 ? 4 : 8);
}

bool is_plain_ascii(char byte) {
  return byte >= 0x20 && byte < 0x7f;
}

} // namespace

CodePoint decode(std::string_view text) {
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return {first, 1, true};
  }
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) {
    return {first, 1, false};
  }
  char32_t value = first & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return {first, 1, false};
    }
    value = (value << 6) | (byte(i) & 0x3fu);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kSmallest[size] || value > 0x10ffff || is_surrogate) {
    return {first, 1, false};
  }
  return {value, size, true};
}

int display_width(char32_t character) {
  if (character < 0x300) {
    return 1;
  }
  return is_in(kZero, character) ? 0 : is_in(kWide, character) ? 2 : 1;
}

bool is_printable(char32_t character) {
  if (character < 0x20 || (character >= 0x7f && character < 0xa0)) {
    return false;
  }
  // Line breaks of Unicode, and what turns the writing direction: text that reads otherwise than it is.
  const bool turns = character == 0x61c || character == 0x200e || character == 0x200f ||
                     (character >= 0x2028 && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069);
  const bool hides = character == 0xfeff || (character >= 0xe0000 && character <= 0xe007f);
  return !turns && !hides;
}

void append_printable(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const auto plain = std::find_if_not(text.begin(), text.end(), is_plain_ascii);
    out.append(text.begin(), plain);
    text.remove_prefix(static_cast<std::size_t>(plain - text.begin()));
    if (text.empty()) {
      return;
    }
    const CodePoint next = decode(text);
    if (next.valid && is_printable(next.value)) {
      out.append(text.substr(0, next.size));
    } else {
      append_escape(out, next.value);
    }
    text.remove_prefix(next.size);
  }
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_printable(out, text);
  return out;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint next = decode(text);
    out.append(next.valid ? text.substr(0, next.size) : std::string_view("\xef\xbf\xbd"));
    text.remove_prefix(next.size);
  }
  return out;
}

} // namespace gpulint::cli
