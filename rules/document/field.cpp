#include "rules/document/field.hpp"

#include <vector>

namespace gpulint {
namespace {

// field.Path.Child prints ".name", field.Path.Key prints "[name]". Kubernetes uses Key for maps whose keys are data
// (labels, resource names); such keys are told from field names by their characters.
bool prints_as_child(std::string_view key) {
  for (const char c : key) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '$';
    if (!plain) {
      return false;
    }
  }
  return !key.empty();
}

} // namespace

Field Field::root(const Value& value, Arena& arena) {
  std::pmr::polymorphic_allocator<> allocator(&arena);
  Node* node = allocator.new_object<Node>();
  node->value = &value;
  return {node, &arena};
}

Field Field::member(const Member& member) const {
  std::pmr::polymorphic_allocator<> allocator(arena_);
  Node* node = allocator.new_object<Node>();
  node->parent = node_;
  node->value = member.value;
  node->key = member.key;
  node->key_range = member.key_range;
  node->merged = member.merged;
  return {node, arena_};
}

Field Field::item(std::size_t index, const Value* value) const {
  std::pmr::polymorphic_allocator<> allocator(arena_);
  Node* node = allocator.new_object<Node>();
  node->parent = node_;
  node->value = value;
  node->index = static_cast<std::uint32_t>(index);
  node->is_item = true;
  return {node, arena_};
}

Field Field::operator[](std::string_view key) const {
  if (node_ == nullptr) {
    return {};
  }
  if (node_->value != nullptr) {
    if (const Member* found = node_->value->find_member(key)) {
      return member(*found);
    }
  }
  // The key may belong to the caller: a missing field outlives it only if it keeps a copy.
  std::pmr::polymorphic_allocator<> allocator(arena_);
  char* copy = allocator.allocate_object<char>(key.size() + 1);
  key.copy(copy, key.size());
  return member(
      Member{.key = {copy, key.size()}, .key_range = {}, .key_style = Style::plain, .merged = false, .value = nullptr});
}

Field Field::operator[](std::size_t index) const {
  if (node_ == nullptr) {
    return {};
  }
  const auto items = node_->value == nullptr ? std::span<const Value* const>() : node_->value->items();
  return item(index, index < items.size() ? items[index] : nullptr);
}

Field Field::at(std::string_view dotted) const {
  Field here = *this;
  while (!dotted.empty()) {
    const std::size_t dot = dotted.find('.');
    here = here[dotted.substr(0, dot)];
    dotted = dot == std::string_view::npos ? std::string_view() : dotted.substr(dot + 1);
  }
  return here;
}

std::optional<std::int64_t> Field::integer() const {
  return is(Kind::integer) ? std::optional(node_->value->integer) : std::nullopt;
}

std::optional<bool> Field::boolean() const {
  return is(Kind::boolean) ? std::optional(node_->value->boolean) : std::nullopt;
}

std::size_t Field::size() const {
  return is(Kind::sequence) || is(Kind::mapping) ? node_->value->size : 0;
}

Field Field::parent() const {
  return node_ == nullptr || node_->parent == nullptr ? Field() : Field(node_->parent, arena_);
}

std::optional<std::size_t> Field::index() const {
  return node_ != nullptr && node_->is_item ? std::optional<std::size_t>(node_->index) : std::nullopt;
}

std::string Field::path() const {
  std::vector<const Node*> steps;
  for (const Node* node = node_; node != nullptr && node->parent != nullptr; node = node->parent) {
    steps.push_back(node);
  }
  std::string out;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const Node& node = **step;
    if (node.is_item) {
      out += '[' + std::to_string(node.index) + ']';
    } else if (prints_as_child(node.key)) {
      out += out.empty() ? "" : ".";
      out += node.key;
    } else {
      out += '[';
      out += node.key;
      out += ']';
    }
  }
  return out;
}

ByteRange Field::range() const {
  if (exists()) {
    return node_->value->range;
  }
  for (const Node* node = node_; node != nullptr; node = node->parent) {
    if (node->value != nullptr) {
      return node->key.empty() ? node->value->range : node->key_range;
    }
  }
  return {};
}

ByteRange Field::key_range() const {
  return exists() && !node_->is_item && node_->parent != nullptr ? node_->key_range : range();
}

ByteRange Field::whole_range() const {
  if (!exists()) {
    return range();
  }
  const ByteRange key = key_range();
  const ByteRange value = node_->value->range;
  return key.begin <= value.begin ? ByteRange{key.begin, std::max(key.end, value.end)} : value;
}

bool Field::is_shared() const {
  for (const Node* node = node_; node != nullptr; node = node->parent) {
    if (node->merged || (node->value != nullptr && node->value->shared)) {
      return true;
    }
  }
  return false;
}

bool Field::same_place(const Field& other) const {
  const Node* a = node_;
  const Node* b = other.node_;
  while (a != nullptr && b != nullptr && a != b) {
    if (a->key != b->key || a->index != b->index || a->is_item != b->is_item) {
      return false;
    }
    a = a->parent;
    b = b->parent;
  }
  return a == b || (a == nullptr && b == nullptr);
}

Field Field::Iterator::operator*() const {
  const Value& value = *owner_->node_->value;
  return value.kind == Kind::mapping ? owner_->member(value.member_list[index_])
                                     : owner_->item(index_, value.item_list[index_]);
}

Field::Children Field::children() const {
  return {*this, size()};
}

} // namespace gpulint
