// A place in a document: a value together with the path that led to it, present or not.
//
// Rules walk documents with Fields. A Field of something that is missing is a value too: it remembers where it would
// stand, so "limits are missing" points at the container that lacks them and still prints the full path.
#pragma once

#include "rules/document/value.hpp"

#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace gpulint {

class Field {
public:
  /// A field of nothing: missing, with an empty path.
  Field() = default;

  /// The root of a document. `arena` must live as long as every Field made from this one.
  static Field root(const Value& value, Arena& arena);

  Field operator[](std::string_view key) const;
  Field operator[](std::size_t index) const;
  Field operator[](const char* key) const { return (*this)[std::string_view(key)]; }

  /// A field by a path of keys separated by dots ("spec.template.spec"); keys that hold dots can't be named so.
  Field at(std::string_view dotted) const;

  /// Written in the document, `null` included.
  bool exists() const { return node_ != nullptr && node_->value != nullptr; }
  /// Written and not `null`: the Kubernetes API treats `key: null` as absent.
  explicit operator bool() const { return exists() && node_->value->kind != Kind::null; }

  /// nullptr when missing.
  const Value* value() const { return node_ == nullptr ? nullptr : node_->value; }
  bool is(Kind kind) const { return exists() && node_->value->kind == kind; }

  /// The text of a string; empty when missing or of another kind.
  std::string_view text() const { return exists() ? node_->value->text() : std::string_view(); }
  std::optional<std::int64_t> integer() const;
  std::optional<bool> boolean() const;
  bool is_true() const { return boolean().value_or(false); }

  std::size_t size() const; ///< items of a list or members of a mapping; else 0

  Field parent() const;
  /// The last step: the key in its mapping (empty for list items and the root).
  std::string_view key() const { return node_ == nullptr ? std::string_view() : node_->key; }
  std::optional<std::size_t> index() const;

  /// As Kubernetes prints it: `spec.containers[0].resources.limits[nvidia.com/gpu]`; empty for the root.
  std::string path() const;
  /// The value's range; for a missing field the key of the nearest ancestor that is written.
  ByteRange range() const;
  /// The key's range where there is one, else range().
  ByteRange key_range() const;
  /// From key to the end of the value.
  ByteRange whole_range() const;
  /// Reached through an alias or a merge key: the text belongs to several places.
  bool is_shared() const;

  /// Same place in the same walk.
  bool same_place(const Field& other) const;

  class Iterator;
  struct Children;
  /// The items of a list, or the members of a mapping, in document order.
  Children children() const;

private:
  struct Node {
    const Node* parent = nullptr;
    const Value* value = nullptr;
    std::string_view key;
    ByteRange key_range;
    std::uint32_t index = 0;
    bool is_item = false;
    bool merged = false;
  };

  Field(const Node* node, Arena* arena) : node_(node), arena_(arena) {}
  Field member(const Member& member) const;
  Field item(std::size_t index, const Value* value) const;

  const Node* node_ = nullptr;
  Arena* arena_ = nullptr;
};

class Field::Iterator {
public:
  using value_type = Field;
  using difference_type = std::ptrdiff_t;

  Iterator(const Field* owner, std::size_t index) : owner_(owner), index_(index) {}
  Field operator*() const;
  Iterator& operator++() {
    ++index_;
    return *this;
  }
  bool operator==(const Iterator& other) const { return index_ == other.index_; }

private:
  const Field* owner_;
  std::size_t index_;
};

struct Field::Children {
  Field owner;
  std::size_t count;
  Iterator begin() const { return {&owner, 0}; }
  Iterator end() const { return {&owner, count}; }
};

} // namespace gpulint
