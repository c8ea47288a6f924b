// The JSON Schema of the policy file: made from the reader's own rows, so only its form and its names are tested.
#include "rules/policy/load.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace gpulint;
using Json = nlohmann::json;

namespace {

/// Every mapping of known keys refuses others, and every key says what it is for.
void check_schema(const Json& schema, std::size_t& keys) {
  if (schema.contains("properties")) {
    CHECK(schema.contains("additionalProperties"));
    for (const auto& [name, property] : schema["properties"].items()) {
      CAPTURE(name);
      CHECK_FALSE(property.value("description", "").empty());
      ++keys;
    }
  }
  for (const auto& part : schema) {
    if (part.is_structured()) {
      check_schema(part, keys);
    }
  }
}

} // namespace

TEST_CASE("the schema of the policy file", "[policy]") {
  constexpr std::array kRules = {RuleName{"GPU101", "gpu-limit-missing", Action::deny},
                                 RuleName{"GPU201", "toleration-missing", Action::inject}};
  const Json schema = Json::parse(policy_schema(kRules));
  CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
  CHECK(schema["required"] == Json({"apiVersion", "kind", "spec"}));
  CHECK(schema["additionalProperties"] == false);
  std::size_t keys = 0;
  check_schema(schema, keys);
  CHECK(keys > 50);

  const Json& spec = schema["properties"]["spec"]["properties"];
  const Json& presets = spec["extends"]["items"]["enum"];
  CHECK(presets.size() == preset_names().size());
  CHECK(std::find(presets.begin(), presets.end(), "gke") != presets.end());
  CHECK(spec["rules"]["properties"].size() == 4); // codes and names
  CHECK(spec["rules"]["properties"]["gpu-limit-missing"]["description"] == "GPU101. Built in: deny.");
  CHECK(spec["rules"]["properties"]["GPU201"]["$ref"] == "#/$defs/ruleSetting");
  CHECK(schema["$defs"]["action"]["enum"] == Json({"off", "audit", "inject", "warn", "deny", false}));
  CHECK(schema["$defs"]["rule"]["anyOf"][0]["enum"].size() == 4);
  CHECK(spec["antiAffinity"]["properties"]["weight"]["maximum"] == 100);
  CHECK(spec["pools"]["items"]["required"] == Json({"name"}));
  CHECK(spec["pools"]["items"]["properties"]["classes"]["additionalProperties"]["properties"].contains("fallback"));
  CHECK(spec["custom"]["items"]["properties"]["assert"]["items"]["properties"]["operator"]["enum"] ==
        Json({"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"}));
}
