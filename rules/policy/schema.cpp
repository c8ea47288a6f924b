// The JSON Schema of the policy file, made from the rows that the reader uses.
#include "rules/policy/load.hpp"
#include "rules/policy/sections/sections.hpp"

#include <nlohmann/json.hpp>

namespace gpulint {
namespace policy_file {
namespace {

using Json = nlohmann::ordered_json;

Json schema_of(const Shape& shape, std::span<const RuleName> rules);

Json text_schema(const Shape& shape) {
  Json schema = {{"type", "string"}};
  if (!shape.words.empty()) {
    schema["enum"] = std::vector<std::string>(shape.words.begin(), shape.words.end());
  }
  if (shape.form != nullptr) {
    schema["pattern"] = shape.form->regex;
  }
  return schema;
}

Json mapping_schema(const Shape& shape, std::span<const RuleName> rules) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const KeyInfo* key : shape.keys != nullptr ? shape.keys() : std::vector<const KeyInfo*>()) {
    Json property = schema_of(key->shape, rules);
    property["description"] = key->description;
    properties[std::string(key->name)] = std::move(property);
    if (key->required) {
      required.push_back(key->name);
    }
  }
  Json schema = {{"type", "object"}};
  if (!properties.empty()) {
    schema["properties"] = std::move(properties);
  }
  if (!required.empty()) {
    schema["required"] = std::move(required);
  }
  schema["additionalProperties"] = shape.item == nullptr ? Json(false) : schema_of(*shape.item, rules);
  return schema;
}

/// Both the code and the name of each rule are keys; editors offer them with the rule's default action.
Json rule_map_schema(std::span<const RuleName> rules) {
  Json properties = Json::object();
  for (const RuleName& rule : rules) {
    const std::string ending = ". Built in: " + std::string(name_of(rule.default_action)) + ".";
    properties[std::string(rule.name)] = {{"$ref", "#/$defs/ruleSetting"},
                                          {"description", std::string(rule.code) + ending}};
    properties[std::string(rule.code)] = {{"$ref", "#/$defs/ruleSetting"},
                                          {"description", std::string(rule.name) + ending}};
  }
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

Json rule_schema(std::span<const RuleName> rules) {
  Json names = Json::array();
  for (const RuleName& rule : rules) {
    names.push_back(rule.name);
    names.push_back(rule.code);
  }
  // The second form is for custom rules: their ids and names.
  return {{"anyOf", {{{"enum", std::move(names)}}, {{"type", "string"}, {"minLength", 1}}}}};
}

Json schema_of(const Shape& shape, std::span<const RuleName> rules) {
  switch (shape.type) {
  case ShapeType::text:
    return text_schema(shape);
  case ShapeType::integer:
    return {{"type", "integer"}, {"minimum", shape.minimum}, {"maximum", shape.maximum}};
  case ShapeType::pattern:
    return {{"type", "string"}, {"minLength", 1}};
  case ShapeType::date:
    return {{"type", "string"}, {"format", "date"}};
  case ShapeType::action:
    return {{"$ref", "#/$defs/action"}};
  case ShapeType::boolean:
    return {{"type", "boolean"}};
  case ShapeType::rule:
    return {{"$ref", "#/$defs/rule"}};
  case ShapeType::list:
    return {{"type", "array"}, {"items", schema_of(*shape.item, rules)}};
  case ShapeType::mapping:
    return mapping_schema(shape, rules);
  case ShapeType::rule_map:
    return rule_map_schema(rules);
  case ShapeType::rows:
    return {{"type", "array"}, {"items", {{"type", "object"}}}};
  }
  return {};
}

/// `off` without quotes is false to readers of YAML 1.1, and to the editors that follow them.
Json action_schema() {
  return {{"enum", {"off", "audit", "inject", "warn", "deny", false}},
          {"description", "off; audit: report and metrics only; inject: apply the edit at admission; warn; deny."}};
}

} // namespace
} // namespace policy_file

std::string policy_schema(std::span<const RuleName> rules) {
  using namespace policy_file;
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"$id", "https://gpu-lint.dev/schemas/policy-v1.json"},
                 {"title", "gpu-lint policy"}};
  schema.update(schema_of(file_shape(), rules));
  Json& spec = schema["properties"]["spec"]["properties"];
  Json presets = Json::array();
  for (const std::string_view name : preset_names()) {
    presets.push_back(name);
  }
  spec["extends"]["items"] = {{"enum", std::move(presets)}};
  schema["$defs"]["action"] = action_schema();
  schema["$defs"]["rule"] = rule_schema(rules);
  schema["$defs"]["ruleSetting"] = mapping_schema(Shape{.type = ShapeType::mapping, .keys = rule_setting_keys}, rules);
  return schema.dump(2) + "\n";
}

} // namespace gpulint
