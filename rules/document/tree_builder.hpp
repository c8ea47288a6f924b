// Events of a parser -> a tree: keys to strings, duplicates, merges, aliases and their bounds, as go-yaml decodes.
#pragma once

#include "rules/document/reader.hpp"
#include "rules/document/scalar.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gpulint {

/// One scalar event. `text` must outlive the tree: a view into the document's text, or into the arena.
struct ScalarEvent {
  std::string_view text;
  ByteRange range;
  Style style = Style::plain;
  ScalarTag tag = ScalarTag::none;
  bool plain_implicit = false; ///< unquoted and untagged, or tagged "!"
  std::string_view anchor;     ///< empty: none
};

/// Fed in document order; the first failure sticks and every later call does nothing.
class TreeBuilder {
public:
  explicit TreeBuilder(Arena& arena) : arena_(arena) {}

  void begin(); ///< a new document; what was built before is forgotten

  void scalar(const ScalarEvent& event);
  void json_scalar(Value value, std::string_view key_text); ///< typed already; key_text is its text where it is a key
  void begin_container(Kind kind, Style style, ByteRange start, std::string_view anchor);
  void end_container(std::uint32_t end);
  void alias(std::string_view anchor, ByteRange range);

  void fail(ReadErrorCode code, std::string message, ByteRange range);
  bool failed() const { return error_.has_value(); }
  const ReadError& error() const { return *error_; }

  std::size_t depth() const { return frames_.size(); }
  bool in_mapping() const { return !frames_.empty() && frames_.back().value->kind == Kind::mapping; }
  bool in_flow() const { return !frames_.empty() && frames_.back().value->style == Style::flow; }
  /// The root was begun and ended.
  bool complete() const { return root_ != nullptr && frames_.empty(); }

  const Value* root() const { return root_; }
  std::vector<ReadingNote>& notes() { return notes_; }
  void note(ReadingDifference difference, ByteRange range, ByteRange other = {});

private:
  struct RawMember {
    Member member;
    Kind key_kind = Kind::string;
    bool is_merge = false;
  };
  struct Frame {
    Value* value = nullptr;
    std::size_t first = 0;  // of its members or items on the stacks
    std::size_t anchor = 0; // 1 + index in anchors_; 0: none
    RawMember pending;
    bool has_key = false;
  };
  struct Anchor {
    Value* value = nullptr;
    std::uint64_t decodes_before = 0;
    std::uint64_t weight = 0;
    bool open = false;
  };

  bool expects_key() const {
    return !frames_.empty() && frames_.back().value->kind == Kind::mapping && !frames_.back().has_key;
  }
  void set_key(const ScalarEvent& event);
  void set_key(RawMember key);
  void add(const Value* value);
  void refuse_infinite(const Value& value);
  std::size_t add_anchor(std::string_view name, Value* value);
  void check_aliasing(ByteRange range);
  Value* make_scalar(const ScalarEvent& event);
  void close_sequence(Frame& frame);
  void close_mapping(Frame& frame);
  std::size_t combine(const Frame& frame, std::vector<RawMember>& combined);
  void note_key(const RawMember& earlier, const RawMember& later, bool from_merge, const Value* parent);
  std::string_view keep(std::string_view text);

  Arena& arena_;
  std::vector<Frame> frames_;
  std::vector<RawMember> members_;
  std::vector<const Value*> items_;
  std::vector<Anchor> anchors_;
  std::unordered_map<std::string_view, std::size_t> anchor_places_; // 1 + index in anchors_
  std::vector<ReadingNote> notes_;
  std::vector<RawMember> combined_;
  std::optional<ReadError> error_;
  const Value* root_ = nullptr;
  const Value* infinite_ = nullptr; // the first .inf or .nan
  std::uint64_t decodes_ = 0;
  std::uint64_t alias_decodes_ = 0;
  std::string scratch_;
};

} // namespace gpulint
