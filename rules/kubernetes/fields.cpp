#include "rules/kubernetes/fields.hpp"

#include "policies/embedded.hpp"
#include "rules/kubernetes/field_types.hpp"

namespace gpulint {

struct FieldTable::Tables {
  explicit Tables(std::string_view text) : types(text) {}
  TypeIndex types;
};

namespace {

/// The walk over one value. Costs a table look-up for each key and allocates only when something is found.
class Walk {
public:
  Walk(const Field& start, const TypeIndex& types, std::vector<FieldProblem>& problems)
      : start_(start), types_(types), problems_(problems) {}

  void visit(WalkStep& step, const TypeUse& type) {
    const Value& value = *step.value;
    if (!fits(value, type)) {
      add_wrong_type(step, type);
      return;
    }
    if (value.kind == Kind::mapping && type.shape == Shape::object) {
      visit_object(step, types_.ready(*type.object));
    } else if (value.kind == Kind::mapping && type.shape == Shape::map) {
      for (const Member& member : value.members()) {
        WalkStep next{.up = &step, .value = member.value, .key = member.key};
        visit(next, *type.element);
      }
    } else if (value.kind == Kind::sequence && type.shape == Shape::list) {
      std::uint32_t index = 0;
      for (const Value* item : value.items()) {
        WalkStep next{.up = &step, .value = item, .index = index++, .is_item = true};
        visit(next, *type.element);
      }
    }
  }

private:
  void visit_object(WalkStep& step, const ObjectType& object) {
    step.object = &object;
    for (const Member& member : step.value->members()) {
      WalkStep next{.up = &step, .value = member.value, .key = member.key};
      if (const FieldEntry* entry = object.find(member.key); entry != nullptr) {
        visit(next, entry->type);
      } else {
        add_unknown(next, object);
      }
    }
  }

  Field field_of(const WalkStep& step) const {
    if (step.up == nullptr) {
      return start_;
    }
    const Field parent = field_of(*step.up);
    return step.is_item ? parent[static_cast<std::size_t>(step.index)] : parent[step.key];
  }

  void add_wrong_type(const WalkStep& step, const TypeUse& type) {
    if (problems_.size() >= kMaxFieldProblems) {
      return;
    }
    const std::string_view owner =
        step.up != nullptr && step.up->object != nullptr ? step.up->object->name : std::string_view();
    problems_.push_back({.kind = FieldProblemKind::wrong_type,
                         .at = field_of(step),
                         .owner = owner,
                         .expected = type.text,
                         .places = {},
                         .similar = {}});
  }

  void add_unknown(const WalkStep& step, const ObjectType& object) {
    if (problems_.size() >= kMaxFieldProblems) {
      return;
    }
    FieldProblem problem{.kind = FieldProblemKind::unknown,
                         .at = field_of(step),
                         .owner = object.name,
                         .expected = {},
                         .places = places_of(step.key, *step.value, *step.up, types_),
                         .similar = similar_field(step.key, *step.value, object, types_)};
    if (const std::string prefix = start_.path(); !prefix.empty()) {
      for (std::string& place : problem.places) {
        place.insert(0, prefix + ".");
      }
    }
    problems_.push_back(std::move(problem));
  }

  const Field& start_;
  const TypeIndex& types_;
  std::vector<FieldProblem>& problems_;
};

struct TypeWords {
  std::string_view type;
  std::string_view one;
  std::string_view many;
};

constexpr TypeWords kTypeWords[] = {{"string", "a string", "strings"},
                                    {"int32", "a whole number", "whole numbers"},
                                    {"int64", "a whole number", "whole numbers"},
                                    {"int", "a whole number", "whole numbers"},
                                    {"float64", "a number", "numbers"},
                                    {"bool", "true or false", "booleans"},
                                    {"Quantity", "a quantity", "quantities"},
                                    {"Time", "a time like \"2030-01-31T12:00:00Z\"", "times"},
                                    {"MicroTime", "a time like \"2030-01-31T12:00:00Z\"", "times"},
                                    {"Duration", "a duration like \"30s\"", "durations"},
                                    {"IntOrString", "a whole number or a string", "whole numbers or strings"},
                                    {"bytes", "a base64 string", "base64 strings"}};

std::string words(std::string_view type, bool many) {
  if (type.starts_with("[]")) {
    return (many ? "lists of " : "a list of ") + words(type.substr(2), true);
  }
  if (constexpr std::string_view kMap = "map[string]"; type.starts_with(kMap)) {
    return (many ? "mappings of " : "a mapping of ") + words(type.substr(kMap.size()), true);
  }
  for (const TypeWords& entry : kTypeWords) {
    if (entry.type == type) {
      return std::string(many ? entry.many : entry.one);
    }
  }
  return many ? "mappings" : "a mapping";
}

} // namespace

std::string type_in_words(std::string_view type) {
  return words(type, false);
}

FieldTable::FieldTable(std::string_view text) : text_(text), tables_(std::make_unique<Tables>(text)) {}
FieldTable::~FieldTable() = default;

const FieldTable& FieldTable::builtin() {
  static const FieldTable table(embedded_file("kubernetes-fields.txt"));
  return table;
}

std::string_view FieldTable::type_of(std::string_view api_version, std::string_view kind) const {
  return tables_->types.type_of(api_version, kind);
}

bool FieldTable::has_type(std::string_view type) const {
  return tables_->types.find(type) != nullptr;
}

bool FieldTable::has_field(std::string_view type, std::string_view field) const {
  const ObjectType* object = tables_->types.find(type);
  return object != nullptr && object->find(field) != nullptr;
}

void FieldTable::check(const Field& at, std::string_view type, std::vector<FieldProblem>& problems) const {
  const ObjectType* object = tables_->types.find(type);
  if (object == nullptr || !at.exists()) {
    return;
  }
  const TypeUse use{.shape = Shape::object, .text = type, .element = nullptr, .object = object};
  WalkStep start{.value = at.value()};
  Walk(at, tables_->types, problems).visit(start, use);
}

} // namespace gpulint
