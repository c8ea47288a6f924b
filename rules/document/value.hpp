// The one tree type for YAML and JSON: values that know where they stand in their text.
//
// Values live in the arena of the Document that owns them and are never changed after the document was read. All
// ranges are half-open byte ranges in the text that was read (UTF-8; a UTF-16 file counts as its UTF-8 form).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

namespace gpulint {

using Arena = std::pmr::memory_resource;

struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const ByteRange&) const = default;
  bool empty() const { return begin == end; }
  bool contains(std::uint32_t offset) const { return begin <= offset && offset < end; }
};

enum class Kind : std::uint8_t { null, boolean, integer, real, string, sequence, mapping };

enum class Style : std::uint8_t { plain, single_quoted, double_quoted, literal, folded, block, flow };

struct Member;

/// One node. `items` of a sequence and `members` of a mapping are arena arrays; an alias in the text leads to the very
/// same Value that its anchor names, so a Value may have several parents (`shared` tells).
struct Value {
  Kind kind = Kind::null;
  Style style = Style::plain;
  bool shared = false;    ///< reached through an alias from somewhere else in the document
  ByteRange range;        ///< of the value itself, anchors and tags left out
  std::uint32_t size = 0; ///< bytes of a string, items of a sequence, members of a mapping
  union {
    bool boolean;
    std::int64_t integer;
    double real;
    const char* characters;
    const Value* const* item_list;
    const Member* member_list;
  };

  Value() : integer(0) {}

  bool is(Kind wanted) const { return kind == wanted; }
  bool is_scalar() const { return kind != Kind::sequence && kind != Kind::mapping; }
  bool is_number() const { return kind == Kind::integer || kind == Kind::real; }

  /// The text of a string; empty for every other kind.
  std::string_view text() const {
    return kind == Kind::string ? std::string_view(characters, size) : std::string_view();
  }
  std::span<const Value* const> items() const {
    return kind == Kind::sequence ? std::span(item_list, size) : std::span<const Value* const>();
  }
  inline std::span<const Member> members() const;

  /// The value of a key of a mapping; nullptr where there is none, or this isn't a mapping.
  inline const Value* find(std::string_view key) const;
  inline const Member* find_member(std::string_view key) const;
};

struct Member {
  std::string_view key;
  ByteRange key_range;
  Style key_style = Style::plain;
  bool merged = false; ///< came in through a merge key (`<<`): the text stands elsewhere
  const Value* value = nullptr;
};

inline std::span<const Member> Value::members() const {
  return kind == Kind::mapping ? std::span(member_list, size) : std::span<const Member>();
}

inline const Member* Value::find_member(std::string_view key) const {
  for (const Member& member : members()) {
    if (member.key == key) {
      return &member;
    }
  }
  return nullptr;
}

inline const Value* Value::find(std::string_view key) const {
  const Member* member = find_member(key);
  return member == nullptr ? nullptr : member->value;
}

/// The value as JSON text, members in the order of the document: what kubectl would send for it.
std::string to_json(const Value& value);

/// A scalar as the text that stands for it in JSON (a number without quotes, `true`, `null`), strings without quotes.
std::string scalar_text(const Value& value);

/// The word for a value's kind in messages: "a mapping", "a list", "a string", "a number", "a boolean", "null".
std::string_view kind_word(const Value& value);

} // namespace gpulint
