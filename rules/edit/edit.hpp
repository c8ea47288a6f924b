// Abstract edits: what a rule knows how to mend, said about places in a document and not about its text.
//
// One and the same edit becomes an operation of a JSON Patch (json_patch.hpp), a change of the tree (apply.hpp) and, in
// the command line, a change of the source text. Edits only add: nothing that somebody set is ever replaced or removed.
#pragma once

#include "rules/document/field.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpulint {

/// A value to be written. It belongs to no document and points into none.
class NewValue {
public:
  using Member = std::pair<std::string, NewValue>;

  /// An empty mapping.
  NewValue() = default;
  static NewValue string(std::string_view text);
  static NewValue integer(std::int64_t number);
  static NewValue boolean(bool value);
  static NewValue list(std::vector<NewValue> items = {});
  /// Keys in the order in which they are to be written; each at most once.
  static NewValue mapping(std::vector<Member> members = {});

  Kind kind() const { return kind_; } ///< string, integer, boolean, sequence or mapping
  const std::string& text() const { return text_; }
  std::int64_t number() const { return number_; } ///< of an integer
  bool is_true() const { return number_ != 0; }   ///< of a boolean
  std::vector<NewValue>& items() { return items_; }
  const std::vector<NewValue>& items() const { return items_; }
  std::vector<Member>& members() { return members_; }
  const std::vector<Member>& members() const { return members_; }
  NewValue* find(std::string_view key);

  bool operator==(const NewValue&) const = default;

private:
  Kind kind_ = Kind::mapping;
  std::int64_t number_ = 0;
  std::string text_;
  std::vector<NewValue> items_;
  std::vector<Member> members_;
};

/// The same value: kinds, texts and numbers equal, members in any order.
bool same_value(const Value& value, const NewValue& wanted);

/// Everything of `wanted` is in `value`: its members (others may stand beside), its items in any order.
bool holds(const Value& value, const NewValue& wanted);

enum class EditKind : std::uint8_t {
  set,    ///< `target` is missing or null and gets the value; missing parents become mappings
  append, ///< `target` is a list, or missing or null, and gets the value as its last item
  replace ///< `target` holds what the API's defaulting wrote (schedulerName: default-scheduler) and gets the value
};

struct Edit {
  EditKind kind = EditKind::set;
  Field target;
  NewValue value;
};

inline Edit set_field(const Field& target, NewValue value) {
  return {EditKind::set, target, std::move(value)};
}
inline Edit append_item(const Field& list, NewValue item) {
  return {EditKind::append, list, std::move(item)};
}
inline Edit replace_default(const Field& target, NewValue value) {
  return {EditKind::replace, target, std::move(value)};
}

} // namespace gpulint
