// The table of fields in memory: types with their fields, for fields.cpp and field_places.cpp only.
#pragma once

#include "rules/document/value.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

enum class Shape : std::uint8_t {
  string,
  int32,
  int64,
  float64,
  boolean,
  quantity,
  time,
  duration,
  int_or_string,
  bytes,
  anything, ///< RawExtension, FieldsV1, and types that the table lacks
  list,
  map,
  object
};

struct ObjectType;

struct TypeUse {
  Shape shape = Shape::anything;
  std::string_view text;            ///< as the table writes it
  const TypeUse* element = nullptr; ///< of lists and maps
  const ObjectType* object = nullptr;
};

struct FieldEntry {
  std::string_view name;
  TypeUse type;
};

struct ObjectType {
  std::string_view name;
  std::string_view body; ///< its lines in the table

  /// nullptr where the type has no such field. Only for types that TypeIndex::ready() gave.
  const FieldEntry* find(std::string_view field) const;

  mutable std::atomic<bool> parsed{false};
  mutable std::vector<FieldEntry> fields;
  mutable std::forward_list<TypeUse> elements; ///< what TypeUse::element points at
  mutable std::vector<std::uint16_t> slots;    ///< open addressing: index + 1 into `fields`; 0: free
};

/// All types by name. Fields of a type are parsed on first use: a run that meets only Pods reads a tenth of the table.
class TypeIndex {
public:
  explicit TypeIndex(std::string_view text);

  const ObjectType* find(std::string_view name) const; ///< parsed; nullptr if there is none
  const ObjectType& ready(const ObjectType& type) const;
  std::string_view type_of(std::string_view api_version, std::string_view kind) const;

private:
  struct KindLine {
    std::string_view api_version;
    std::string_view kind;
    std::string_view type;
  };

  const ObjectType* unparsed(std::string_view name) const;
  void parse(const ObjectType& type) const;
  TypeUse type_use(std::string_view text, std::forward_list<TypeUse>& elements) const;

  std::deque<ObjectType> types_;
  std::vector<const ObjectType*> by_name_;
  std::vector<KindLine> kinds_;
  mutable std::mutex mutex_;
};

/// One step of a walk, kept on the stack: a value, the type that it should have, and how it was reached.
struct WalkStep {
  const WalkStep* up = nullptr;
  const Value* value = nullptr;
  const ObjectType* object = nullptr; ///< nullptr for values that aren't of an object type
  std::string_view key{};
  std::uint32_t index = 0;
  bool is_item = false;
};

/// The value alone, without what is inside lists, maps and objects, can be decoded as `type`.
bool fits(const Value& value, const TypeUse& type);

/// As fits(), with a look inside: the first item of a list, some field of an object. For guesses only.
bool looks_like(const Value& value, const TypeUse& type, const TypeIndex& types);

/// Where else Kubernetes has the field `name`, seen from `step` whose object type lacks it: paths from the walk's
/// start ("spec.template.spec.nodeSelector"), the likeliest first.
std::vector<std::string> places_of(std::string_view name, const Value& value, const WalkStep& step,
                                   const TypeIndex& types);

/// A field of `type` that `name` was probably meant to be; empty where none is near enough to be believed.
std::string_view similar_field(std::string_view name, const Value& value, const ObjectType& type,
                               const TypeIndex& types);

} // namespace gpulint
