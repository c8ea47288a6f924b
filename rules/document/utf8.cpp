#include "rules/document/reader.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace gpulint {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

struct Sequence {
  std::size_t length = 1; // bytes that belong together
  bool valid = true;
};

// The sequence at `at`; of an ill-formed one the longest part that could have begun a good one, which becomes a single
// U+FFFD (Unicode 15, section 3.9: substitution of maximal subparts). Overlong forms and surrogates are ill-formed.
Sequence sequence_at(std::string_view text, std::size_t at) {
  const unsigned char first = byte_at(text, at);
  if (first < 0x80) {
    return {};
  }
  const std::size_t wanted = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  std::size_t length = 1;
  for (; length < wanted; ++length) {
    const unsigned char c = byte_at(text, at + length);
    if (c < low || c > high) {
      break;
    }
    low = 0x80;
    high = 0xBF;
  }
  return {length, length == wanted};
}

std::size_t valid_prefix(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while (at < text.size()) {
    std::uint64_t word = 0;
    if (at + 8 <= text.size()) {
      std::memcpy(&word, text.data() + at, 8);
      if ((word & 0x8080808080808080u) == 0) {
        at += 8;
        continue;
      }
    }
    const Sequence sequence = sequence_at(text, at);
    if (!sequence.valid) {
      break;
    }
    at += sequence.length;
  }
  return at;
}

void transcribe_utf16(std::string_view bytes, bool little, std::string& out) {
  const auto unit = [&](std::size_t at) {
    const unsigned a = byte_at(bytes, at);
    const unsigned b = byte_at(bytes, at + 1);
    return little ? a | (b << 8) : (a << 8) | b;
  };
  std::size_t at = 2;
  for (; at + 1 < bytes.size(); at += 2) {
    const unsigned high = unit(at);
    const bool pair =
        high >= 0xD800 && high < 0xDC00 && at + 3 < bytes.size() && unit(at + 2) >= 0xDC00 && unit(at + 2) < 0xE000;
    if (pair) {
      append_utf8(out, 0x10000u + ((high & 0x3FF) << 10) + (unit(at + 2) & 0x3FF));
      at += 2;
    } else if (high >= 0xD800 && high < 0xE000) {
      out += kReplacement;
    } else {
      append_utf8(out, high);
    }
  }
  if (at < bytes.size()) {
    out += kReplacement;
  }
}

} // namespace

void append_utf8(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

std::uint32_t Utf8Text::original_offset(std::uint32_t offset) const {
  if (transcribed) {
    std::uint32_t units = 1; // the byte order mark
    for (const char c : text.substr(0, offset)) {
      const auto byte = static_cast<unsigned char>(c);
      units += (byte & 0xC0) == 0x80 ? 0u : byte >= 0xF0 ? 2u : 1u;
    }
    return 2 * units;
  }
  const auto after = std::upper_bound(replaced.begin(), replaced.end(), offset,
                                      [](std::uint32_t at, const auto& entry) { return at < entry.first; });
  return after == replaced.begin() ? offset : std::prev(after)->second + offset - std::prev(after)->first;
}

std::unique_ptr<Utf8Text> utf8_text(std::string_view bytes) {
  auto out = std::make_unique<Utf8Text>();
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    transcribe_utf16(bytes, bytes[0] == '\xFF', out->storage);
    out->text = out->storage;
    out->transcribed = true;
    return out;
  }
  std::size_t at = valid_prefix(bytes, 0);
  // Behind a byte order mark nothing is replaced: the YAML reader then refuses what isn't UTF-8.
  if (at == bytes.size() || bytes.starts_with("\xEF\xBB\xBF")) {
    out->text = bytes;
    return out;
  }
  std::size_t done = 0;
  while (at < bytes.size()) {
    out->storage.append(bytes.substr(done, at - done)).append(kReplacement);
    done = at + sequence_at(bytes, at).length;
    out->replaced.emplace_back(out->storage.size(), done);
    at = valid_prefix(bytes, done);
  }
  out->storage.append(bytes.substr(done));
  out->text = out->storage;
  return out;
}

} // namespace gpulint
