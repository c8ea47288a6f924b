#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

constexpr std::size_t kMaxVisited = 100000;

// The field whose value is `wanted`: every value was made once, but aliases lead to it from several places; the first
// one counts.
Field find_value(const Field& at, const Value* wanted, std::size_t& visited) {
  if (at.value() == wanted) {
    return at;
  }
  if (!at.exists() || at.value()->is_scalar() || ++visited > kMaxVisited) {
    return {};
  }
  for (const Field& child : at.children()) {
    const Value& value = *child.value();
    if (&value == wanted || !value.is_scalar()) {
      const Field found = find_value(child, wanted, visited);
      if (found.exists()) {
        return found;
      }
    }
  }
  return {};
}

} // namespace

std::string path_of(const ReadingNote& note, const Field& root) {
  if (note.parent == nullptr) {
    return {};
  }
  std::size_t visited = 0;
  const Field parent = find_value(root, note.parent, visited);
  if (!parent.exists()) {
    return {};
  }
  if (parent.is(Kind::sequence)) {
    return parent[note.index].path();
  }
  return note.key.empty() ? parent.path() : parent[note.key].path();
}

std::string text_of(const ReadingNote& note, const DocumentContext& in) {
  constexpr std::size_t kMostShown = 60;
  const std::size_t size = note.range.end - note.range.begin;
  return std::string(in.text.substr(note.range.begin, std::min(size, kMostShown)));
}

} // namespace gpulint
