#include "rules/document/tree_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpulint {
namespace {

// go-yaml v2 decode.go: aliases may make up 99 % of up to 400,000 decoded nodes, and ever less of larger documents.
constexpr std::uint64_t kAliasRangeLow = 400000;
constexpr std::uint64_t kAliasRangeHigh = 4000000;

double allowed_alias_share(std::uint64_t decodes) {
  if (decodes <= kAliasRangeLow) {
    return 0.99;
  }
  if (decodes >= kAliasRangeHigh) {
    return 0.10;
  }
  return 0.99 -
         0.89 * (static_cast<double>(decodes - kAliasRangeLow) / static_cast<double>(kAliasRangeHigh - kAliasRangeLow));
}

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

// A mapping of up to this many members is searched for duplicates by comparing; larger ones by hashing.
constexpr std::size_t kSmallMapping = 24;

} // namespace

void TreeBuilder::begin() {
  frames_.clear();
  members_.clear();
  items_.clear();
  anchors_.clear();
  anchor_places_.clear();
  notes_.clear();
  error_.reset();
  root_ = nullptr;
  infinite_ = nullptr;
  decodes_ = 0;
  alias_decodes_ = 0;
}

void TreeBuilder::fail(ReadErrorCode code, std::string message, ByteRange range) {
  if (!error_) {
    error_ = ReadError{code, std::move(message), range};
  }
}

void TreeBuilder::note(ReadingDifference difference, ByteRange range, ByteRange other) {
  if (notes_.size() >= kMaxReadingNotes) {
    return;
  }
  ReadingNote note;
  note.difference = difference;
  note.range = range;
  note.other = other;
  if (!frames_.empty()) {
    const Frame& frame = frames_.back();
    note.parent = frame.value;
    note.key = frame.has_key ? frame.pending.member.key : std::string_view();
    note.index = static_cast<std::uint32_t>(frame.value->kind == Kind::sequence ? items_.size() - frame.first : 0);
  }
  notes_.push_back(note);
}

std::string_view TreeBuilder::keep(std::string_view text) {
  std::pmr::polymorphic_allocator<> allocator(&arena_);
  char* copy = allocator.allocate_object<char>(text.size() + 1);
  text.copy(copy, text.size());
  return {copy, text.size()};
}

// Checked as go-yaml does, on every decoded node; the counters move only where they could pass the bound.
void TreeBuilder::check_aliasing(ByteRange range) {
  if (alias_decodes_ > 100 && decodes_ > 1000 &&
      static_cast<double>(alias_decodes_) / static_cast<double>(decodes_) > allowed_alias_share(decodes_)) {
    fail(ReadErrorCode::excessive_aliasing, "document contains excessive aliasing", range);
  }
}

std::size_t TreeBuilder::add_anchor(std::string_view name, Value* value) {
  if (name.empty()) {
    return 0;
  }
  anchors_.push_back({.value = value, .decodes_before = decodes_ - 1, .weight = 1});
  anchor_places_[name] = anchors_.size(); // a later anchor of the same name replaces the earlier one
  return anchors_.size();
}

Value* TreeBuilder::make_scalar(const ScalarEvent& event) {
  const ResolvedScalar resolved = resolve_scalar(event.text, event.tag, event.plain_implicit);
  std::pmr::polymorphic_allocator<> allocator(&arena_);
  Value* value = allocator.new_object<Value>();
  value->kind = resolved.kind;
  value->style = event.style;
  value->range = event.range;
  if (resolved.failed) {
    fail(ReadErrorCode::unsupported_value, "the tag doesn't fit the value `" + std::string(event.text) + "`",
         event.range);
  } else if (resolved.infinite) {
    infinite_ = infinite_ ? infinite_ : value; // an error only if no later duplicate of its key replaces it
  }
  switch (resolved.kind) {
  case Kind::boolean:
    value->boolean = resolved.boolean;
    break;
  case Kind::integer:
    value->integer = resolved.integer;
    break;
  case Kind::real:
    value->real = resolved.real;
    break;
  case Kind::string: {
    std::string_view text = event.text;
    if (event.tag == ScalarTag::binary) {
      if (!decode_base64(event.text, scratch_)) {
        fail(ReadErrorCode::unsupported_value, "!!binary value contains invalid base64 data", event.range);
      }
      text = keep(utf8_text(scratch_)->text);
    }
    value->characters = text.data();
    value->size = static_cast<std::uint32_t>(text.size());
    break;
  }
  default:
    break;
  }
  if (resolved.boolean_word) {
    note(ReadingDifference::boolean_word, event.range);
  } else if (resolved.is_date && event.plain_implicit) {
    note(ReadingDifference::date, event.range);
  } else if (resolved.rounded || resolved.out_of_range) {
    note(ReadingDifference::unrepresentable_number, event.range);
  }
  return value;
}

void TreeBuilder::set_key(RawMember key) {
  Frame& frame = frames_.back();
  frame.pending = key;
  frame.has_key = true;
}

void TreeBuilder::set_key(const ScalarEvent& event) {
  RawMember key;
  key.member.key_range = event.range;
  key.member.key_style = event.style;
  key.member.key = event.text;
  if (event.text == "<<") {
    key.is_merge = event.plain_implicit || event.tag == ScalarTag::merge;
  }
  decodes_ += key.is_merge ? 0 : 1; // a merge key is never decoded
  const ResolvedScalar resolved = resolve_scalar(event.text, event.tag, event.plain_implicit);
  key.key_kind = resolved.kind;
  if (resolved.failed) {
    fail(ReadErrorCode::unsupported_value, "the tag doesn't fit the key `" + std::string(event.text) + "`",
         event.range);
  } else if (event.tag == ScalarTag::binary) {
    if (!decode_base64(event.text, scratch_)) {
      fail(ReadErrorCode::unsupported_value, "!!binary value contains invalid base64 data", event.range);
    }
    key.member.key = keep(utf8_text(scratch_)->text);
  } else if (resolved.kind != Kind::string) {
    if (!key_text(resolved, event.text, scratch_)) {
      fail(ReadErrorCode::unsupported_key,
           "a mapping key has no JSON form: " + (event.text.empty() ? "null" : "`" + std::string(event.text) + "`"),
           event.range);
    }
    key.member.key = scratch_ == event.text ? event.text : keep(scratch_);
  }
  set_key(key);
  if (resolved.boolean_word) {
    note(ReadingDifference::boolean_word, event.range);
  } else if (event.text == "<<" && !key.is_merge && event.tag == ScalarTag::none) {
    note(ReadingDifference::quoted_merge, event.range);
  }
  if (!event.anchor.empty()) {
    add_anchor(event.anchor, make_scalar(event));
  }
}

void TreeBuilder::refuse_infinite(const Value& value) {
  if (infinite_ == nullptr || failed()) {
    return;
  }
  if (value.kind == Kind::real && !std::isfinite(value.real)) {
    fail(ReadErrorCode::unsupported_value, "infinity and not-a-number (.inf, .nan) have no JSON form", value.range);
  }
  for (const Value* item : value.items()) {
    refuse_infinite(*item);
  }
  for (const Member& member : value.members()) {
    refuse_infinite(*member.value);
  }
}

void TreeBuilder::add(const Value* value) {
  if (frames_.empty()) {
    root_ = value;
    refuse_infinite(*value);
    return;
  }
  Frame& frame = frames_.back();
  if (frame.value->kind == Kind::sequence) {
    items_.push_back(value);
    return;
  }
  frame.pending.member.value = value;
  members_.push_back(frame.pending);
  frame.has_key = false;
}

void TreeBuilder::scalar(const ScalarEvent& event) {
  if (failed()) {
    return;
  }
  if (expects_key()) {
    set_key(event);
  } else {
    ++decodes_;
    Value* value = make_scalar(event);
    add_anchor(event.anchor, value);
    add(value);
  }
  check_aliasing(event.range);
}

void TreeBuilder::json_scalar(Value value, std::string_view key) {
  if (expects_key()) {
    RawMember raw;
    raw.member.key = key;
    raw.member.key_range = value.range;
    raw.member.key_style = Style::double_quoted;
    set_key(raw);
    return;
  }
  std::pmr::polymorphic_allocator<> allocator(&arena_);
  add(allocator.new_object<Value>(value));
}

void TreeBuilder::begin_container(Kind kind, Style style, ByteRange start, std::string_view anchor) {
  if (failed()) {
    return;
  }
  if (expects_key()) {
    fail(ReadErrorCode::unsupported_key,
         "a mapping key must be a string: this one is " + std::string(kind == Kind::mapping ? "a mapping" : "a list"),
         start);
    return;
  }
  if (frames_.size() >= kMaxDepth) {
    fail(ReadErrorCode::too_deep, "exceeded max depth of " + std::to_string(kMaxDepth), start);
    return;
  }
  ++decodes_;
  std::pmr::polymorphic_allocator<> allocator(&arena_);
  Value* value = allocator.new_object<Value>();
  value->kind = kind;
  value->style = style;
  value->range = start;
  value->member_list = nullptr;
  Frame frame;
  frame.value = value;
  frame.first = kind == Kind::mapping ? members_.size() : items_.size();
  frame.anchor = add_anchor(anchor, value);
  if (frame.anchor != 0) {
    anchors_[frame.anchor - 1].open = true;
  }
  frames_.push_back(frame);
  check_aliasing(start);
}

void TreeBuilder::end_container(std::uint32_t end) {
  if (failed() || frames_.empty()) {
    return;
  }
  Frame frame = frames_.back();
  frame.value->range.end = std::max(end, frame.value->range.begin);
  if (frame.value->kind == Kind::mapping) {
    close_mapping(frame);
  } else {
    close_sequence(frame);
  }
  if (frame.anchor != 0) {
    Anchor& anchor = anchors_[frame.anchor - 1];
    anchor.open = false;
    anchor.weight = decodes_ - anchor.decodes_before;
  }
  frames_.pop_back();
  add(frame.value);
}

void TreeBuilder::close_sequence(Frame& frame) {
  const std::size_t count = items_.size() - frame.first;
  std::pmr::polymorphic_allocator<> allocator(&arena_);
  const Value** list = allocator.allocate_object<const Value*>(count == 0 ? 1 : count);
  std::copy(items_.begin() + static_cast<std::ptrdiff_t>(frame.first), items_.end(), list);
  items_.resize(frame.first);
  frame.value->item_list = list;
  frame.value->size = static_cast<std::uint32_t>(count);
}

void TreeBuilder::close_mapping(Frame& frame) {
  const std::size_t count = members_.size() - frame.first;
  const RawMember* raw = members_.data() + frame.first;
  // Few mappings have a key twice: a set of small hashes rules most of them out in one pass.
  std::uint64_t seen = 0;
  bool plain = true;
  for (std::size_t i = 0; i < count && plain; ++i) {
    const std::string_view key = raw[i].member.key;
    const std::size_t size = key.size();
    const std::size_t hash = size * 7 + (size == 0 ? 0
                                                   : static_cast<unsigned char>(key[0]) * 3u +
                                                         static_cast<unsigned char>(key[size - 1]) * 5u +
                                                         static_cast<unsigned char>(key[size / 2]));
    const std::uint64_t bit = std::uint64_t{1} << (hash & 63);
    if (raw[i].is_merge) {
      plain = false;
    } else if ((seen & bit) != 0) {
      plain = count <= kSmallMapping &&
              std::none_of(raw, raw + i, [&](const RawMember& other) { return other.member.key == key; });
    }
    seen |= bit;
  }
  std::pmr::polymorphic_allocator<> allocator(&arena_);
  std::size_t size = count;
  if (!plain) {
    size = combine(frame, combined_);
    raw = combined_.data();
  }
  Member* list = allocator.allocate_object<Member>(size == 0 ? 1 : size);
  for (std::size_t i = 0; i < size; ++i) {
    list[i] = raw[i].member;
  }
  members_.resize(frame.first);
  frame.value->member_list = list;
  frame.value->size = static_cast<std::uint32_t>(size);
}

// Members in order, each overwriting an earlier one of its key; merges at the place where they stand.
std::size_t TreeBuilder::combine(const Frame& frame, std::vector<RawMember>& combined) {
  combined.clear();
  std::unordered_map<std::string_view, std::size_t> places;
  ByteRange first_merge;
  const auto put = [&](RawMember member, bool from_merge) {
    const auto [place, is_new] = places.try_emplace(member.member.key, combined.size());
    if (is_new) {
      combined.push_back(member);
      return;
    }
    RawMember& earlier = combined[place->second];
    note_key(earlier, member, from_merge, frame.value);
    earlier = member;
  };
  const auto merge_mapping = [&](const Value& source) {
    for (const Member& member : source.members()) {
      RawMember copy{.member = member};
      copy.member.merged = true;
      put(copy, true);
    }
  };
  for (std::size_t i = frame.first; i < members_.size(); ++i) {
    const RawMember& raw = members_[i];
    if (!raw.is_merge) {
      put(raw, false);
      continue;
    }
    if (!first_merge.empty() && notes_.size() < kMaxReadingNotes) {
      notes_.push_back({ReadingDifference::repeated_merge, raw.member.key_range, first_merge, frame.value, "<<", 0});
    }
    first_merge = raw.member.key_range;
    const Value& source = *raw.member.value;
    const auto items = source.items();
    const bool list_of_mappings =
        source.kind == Kind::sequence && !source.shared &&
        std::all_of(items.begin(), items.end(), [](const Value* item) { return item->kind == Kind::mapping; });
    if (source.kind == Kind::mapping) {
      merge_mapping(source);
    } else if (list_of_mappings) {
      // The first of the list wins, so it is written last.
      std::for_each(items.rbegin(), items.rend(), [&](const Value* item) { merge_mapping(*item); });
    } else {
      fail(ReadErrorCode::unsupported_value, "map merge requires map or sequence of maps as the value",
           raw.member.key_range);
    }
  }
  return combined.size();
}

void TreeBuilder::note_key(const RawMember& earlier, const RawMember& later, bool from_merge, const Value* parent) {
  if (notes_.size() >= kMaxReadingNotes || earlier.member.merged) {
    return; // a written key after a merge, or a merge over a merge: every reader agrees
  }
  const ReadingDifference difference = from_merge                           ? ReadingDifference::merge_overrides
                                       : earlier.key_kind != later.key_kind ? ReadingDifference::colliding_keys
                                                                            : ReadingDifference::duplicate_key;
  const ByteRange range = from_merge ? earlier.member.key_range : later.member.key_range;
  const ByteRange other = from_merge ? later.member.key_range : earlier.member.key_range;
  notes_.push_back({difference, range, other, parent, later.member.key, 0});
}

void TreeBuilder::alias(std::string_view name, ByteRange range) {
  if (failed()) {
    return;
  }
  const auto place = anchor_places_.find(name);
  const Anchor* found = place == anchor_places_.end() ? nullptr : &anchors_[place->second - 1];
  if (found == nullptr) {
    fail(ReadErrorCode::unknown_anchor, "unknown anchor '" + std::string(name) + "' referenced", range);
    return;
  }
  if (found->open) {
    fail(ReadErrorCode::unknown_anchor, "anchor '" + std::string(name) + "' value contains itself", range);
    return;
  }
  decodes_ = saturating_add(decodes_, saturating_add(1, found->weight));
  alias_decodes_ = saturating_add(alias_decodes_, found->weight);
  check_aliasing(range);
  found->value->shared = true;
  if (!expects_key()) {
    add(found->value);
    return;
  }
  const Value& target = *found->value;
  if (!target.is_scalar() || target.kind == Kind::null) {
    fail(ReadErrorCode::unsupported_key,
         "a mapping key must be a string: this alias leads to " + std::string(kind_word(target)), range);
    return;
  }
  RawMember key;
  key.key_kind = target.kind;
  key.member.key_range = range;
  ResolvedScalar resolved{.kind = target.kind};
  resolved.boolean = target.kind == Kind::boolean && target.boolean;
  resolved.integer = target.kind == Kind::integer ? target.integer : 0;
  resolved.real = target.kind == Kind::real ? target.real : 0;
  key_text(resolved, target.text(), scratch_);
  key.member.key = keep(scratch_);
  set_key(key);
}

} // namespace gpulint
