#include "rules/document/source.hpp"

#include <algorithm>
#include <cstring>

namespace gpulint {
namespace {

constexpr std::uint32_t kBlock = 1024;

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

} // namespace

LineIndex::LineIndex(std::string_view text) : text_(text) {
  starts_.push_back(0);
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  for (const char* at = begin; at != end;) {
    const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    if (found == nullptr) {
      break;
    }
    at = static_cast<const char*>(found) + 1;
    starts_.push_back(static_cast<std::uint32_t>(at - begin));
  }
  characters_.reserve(text.size() / kBlock + 1);
  std::uint32_t before = 0;
  for (std::size_t block = 0; block <= text.size(); block += kBlock) {
    characters_.push_back(before);
    const std::string_view bytes = text.substr(block, kBlock);
    before += static_cast<std::uint32_t>(std::count_if(bytes.begin(), bytes.end(), begins_character));
  }
}

std::uint32_t LineIndex::characters_before(std::uint32_t byte) const {
  const std::uint32_t block = byte / kBlock;
  const std::string_view rest = text_.substr(block * kBlock, byte % kBlock);
  return characters_[block] + static_cast<std::uint32_t>(std::count_if(rest.begin(), rest.end(), begins_character));
}

Position LineIndex::position(std::uint32_t byte) const {
  byte = std::min(byte, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), byte);
  const auto line = static_cast<std::uint32_t>(after - starts_.begin());
  const std::uint32_t column = 1 + characters_before(byte) - characters_before(starts_[line - 1]);
  return {.line = line, .column = column, .byte = byte};
}

std::string_view LineIndex::line(std::uint32_t number) const {
  if (number == 0 || number > starts_.size()) {
    return {};
  }
  const std::uint32_t begin = starts_[number - 1];
  const std::size_t end = number < starts_.size() ? starts_[number] - 1 : text_.size();
  std::string_view line = text_.substr(begin, end - begin);
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  return line;
}

std::string_view LineIndex::excerpt(const Position& at, std::size_t limit, std::uint32_t& column) const {
  column = 1;
  const std::string_view whole = line(at.line);
  const std::size_t place = at.line == 0 || at.line > starts_.size() ? 0 : at.byte - starts_[at.line - 1];
  if (whole.size() <= limit || place <= limit / 2) {
    return whole.substr(0, limit);
  }
  std::size_t begin = std::min(place, whole.size()) - limit / 4;
  while (begin < whole.size() && !begins_character(whole[begin])) {
    ++begin;
  }
  column = position(starts_[at.line - 1] + static_cast<std::uint32_t>(begin)).column;
  return whole.substr(begin, limit);
}

} // namespace gpulint
