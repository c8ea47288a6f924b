// What a policy file may hold, as data: one row a key. The reader, the JSON Schema and the documentation are made from
// the same rows (policy_keys.hpp), so a new key is a new row.
#pragma once

#include "rules/document/field.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gpulint::policy_file {

class Reading;
struct KeyInfo;

enum class ShapeType : std::uint8_t {
  text,     ///< a string
  integer,  ///< a whole number
  pattern,  ///< a string in RE2's syntax
  date,     ///< a string, YYYY-MM-DD
  action,   ///< one of the actions
  boolean,  ///< true or false
  rule,     ///< code or name of a rule, or of a custom one
  list,     ///< of `item`
  mapping,  ///< of `keys`; other keys hold `item` where there is one
  rule_map, ///< codes or names of rules -> `item`
  rows      ///< rows of the workload table: policies/workloads.yaml is their form
};

/// What a text must look like beyond being one; `problem` ends a sentence that begins with the text.
struct TextForm {
  bool (*fits)(std::string_view text) = nullptr;
  std::string_view problem;
  std::string_view regex; ///< the same for the JSON Schema (ECMA 262)
};

/// What a value must look like.
struct Shape {
  ShapeType type = ShapeType::text;
  const TextForm* form = nullptr;                  ///< text
  std::span<const std::string_view> words = {};    ///< text: the only ones
  std::int64_t minimum = 0;                        ///< integer
  std::int64_t maximum = 0;                        ///< integer
  const Shape* item = nullptr;                     ///< list, mapping, rule_map
  std::vector<const KeyInfo*> (*keys)() = nullptr; ///< mapping
};

/// A row: what is said about one key of one mapping.
struct KeyInfo {
  std::string_view name;
  std::string_view description;
  Shape shape;
  bool required = false;
};

/// A row with the function that stores the value in a T.
template <typename T>
struct Key {
  KeyInfo info;
  void (*read)(Reading& in, const Field& field, const Shape& shape, T& to);
};

/// The rows of a mapping without their readers: what the JSON Schema needs.
template <const auto& rows>
std::vector<const KeyInfo*> infos() {
  std::vector<const KeyInfo*> all;
  for (const auto& row : rows) {
    all.push_back(&row.info);
  }
  return all;
}

/// The root of the file.
Shape file_shape();

} // namespace gpulint::policy_file
