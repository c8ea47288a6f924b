// Tables of what k8s.io/api, component-helpers and apimachinery answer.
#include "rules/document/reader.hpp"
#include "rules/kubernetes/label.hpp"
#include "rules/kubernetes/scheduling.hpp"

#include <catch2/catch.hpp>

namespace gpulint {
namespace {

Toleration toleration(std::string_view key, std::string_view op, std::string_view value, std::string_view effect) {
  return {.field = {}, .key = key, .op = op, .value = value, .effect = effect};
}

SelectorRequirement requirement(std::string_view key, std::string_view op,
                                std::initializer_list<std::string_view> values) {
  SelectorRequirement out;
  out.key = key;
  out.op = op;
  out.values.assign(values);
  return out;
}

/// A selector and labels read from YAML: `selector: ...` and `labels: ...`.
bool matches(std::string_view yaml) {
  DocumentStream stream(yaml);
  const auto document = stream.next();
  REQUIRE(document.has_value());
  REQUIRE(document->has_value());
  const Field root = Field::root(*document->value().root, stream.arena());
  return selector_matches(root["selector"], root["labels"]);
}

TEST_CASE("a toleration tolerates a taint by effect, key and operator") {
  const Taint taint{"nvidia.com/gpu", "true", "NoSchedule"};
  struct Row {
    Toleration toleration;
    bool tolerates;
  };
  const Row rows[] = {
      {toleration("nvidia.com/gpu", "Equal", "true", "NoSchedule"), true},
      {toleration("nvidia.com/gpu", "", "true", "NoSchedule"), true},
      {toleration("nvidia.com/gpu", "Exists", "", "NoSchedule"), true},
      {toleration("nvidia.com/gpu", "Exists", "", ""), true},
      {toleration("", "Exists", "", ""), true},
      {toleration("", "Exists", "", "NoSchedule"), true},
      {toleration("", "Exists", "", "NoExecute"), false},
      {toleration("nvidia.com/gpu", "Equal", "present", "NoSchedule"), false},
      {toleration("nvidia.com/gpu", "", "", "NoSchedule"), false},
      {toleration("nvidia.com/gpu", "Exists", "", "PreferNoSchedule"), false},
      {toleration("nvidia.com/gpu", "Exists", "", "NoExecute"), false},
      {toleration("amd.com/gpu", "Exists", "", "NoSchedule"), false},
      {toleration("NVIDIA.com/gpu", "Exists", "", "NoSchedule"), false},
      {toleration("nvidia.com/gpu", "In", "true", "NoSchedule"), false},
      {toleration("nvidia.com/gpu", "Gt", "1", "NoSchedule"), false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.toleration.key, row.toleration.op, row.toleration.value, row.toleration.effect);
    CHECK(row.toleration.tolerates(taint) == row.tolerates);
  }
  CHECK(toleration("a", "", "", "").tolerates({"a", "", "NoExecute"}));
  CHECK(toleration("", "Exists", "", "").is_blanket());
  CHECK_FALSE(toleration("", "Equal", "", "").is_blanket());
  CHECK(taint.text() == "nvidia.com/gpu=true:NoSchedule");
  CHECK(Taint{"a", "", "NoExecute"}.text() == "a:NoExecute");
}

TEST_CASE("integers of Gt and Lt are read as Go reads them") {
  struct Row {
    std::string_view text;
    std::optional<std::int64_t> number;
  };
  const Row rows[] = {{"0", 0},
                      {"40960", 40960},
                      {"007", 7},
                      {"-1", -1},
                      {"+5", 5},
                      {"9223372036854775807", 9223372036854775807},
                      {"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
                      {"9223372036854775808", std::nullopt},
                      {"", std::nullopt},
                      {"-", std::nullopt},
                      {"+", std::nullopt},
                      {"+-5", std::nullopt},
                      {" 1", std::nullopt},
                      {"1 ", std::nullopt},
                      {"1.0", std::nullopt},
                      {"1e3", std::nullopt},
                      {"0x10", std::nullopt},
                      {"1_000", std::nullopt},
                      {"40Gi", std::nullopt}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(parse_int64(row.text) == row.number);
  }
}

TEST_CASE("a node selector requirement matches a label, or its absence") {
  struct Row {
    SelectorRequirement requirement;
    std::optional<std::string_view> label;
    bool matches;
  };
  const Row rows[] = {
      {requirement("a", "In", {"x", "y"}), "y", true},
      {requirement("a", "In", {"x", "y"}), "z", false},
      {requirement("a", "In", {"x"}), std::nullopt, false},
      {requirement("a", "In", {""}), "", true},
      {requirement("a", "In", {""}), std::nullopt, false},
      {requirement("a", "NotIn", {"x"}), "y", true},
      {requirement("a", "NotIn", {"x"}), "x", false},
      {requirement("a", "NotIn", {"x"}), std::nullopt, true},
      {requirement("a", "Exists", {}), "", true},
      {requirement("a", "Exists", {}), std::nullopt, false},
      {requirement("a", "DoesNotExist", {}), std::nullopt, true},
      {requirement("a", "DoesNotExist", {}), "x", false},
      {requirement("a", "Gt", {"40959"}), "40960", true},
      {requirement("a", "Gt", {"40960"}), "40960", false},
      {requirement("a", "Gt", {"1"}), std::nullopt, false},
      {requirement("a", "Gt", {"1"}), "many", false},
      {requirement("a", "Gt", {"5"}), "010", true},
      {requirement("a", "Lt", {"8"}), "7", true},
      {requirement("a", "Lt", {"8"}), "8", false},
      // malformed: nothing matches
      {requirement("a", "In", {}), "x", false},
      {requirement("a", "NotIn", {}), "x", false},
      {requirement("a", "Exists", {"x"}), "x", false},
      {requirement("a", "DoesNotExist", {"x"}), std::nullopt, false},
      {requirement("a", "Gt", {}), "2", false},
      {requirement("a", "Gt", {"1", "1"}), "2", false},
      {requirement("a", "Gt", {"1Gi"}), "2", false},
      {requirement("a", "Equal", {"x"}), "x", false},
      {requirement("a", "in", {"x"}), "x", false},
      {requirement("", "Exists", {}), "x", false},
      {requirement("a", "NotIn", {"not a label"}), "x", false},
      {requirement("a", "In", {"x", "not a label"}), "x", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.requirement.op, row.requirement.values.size(), row.label.value_or("(absent)"));
    CHECK(row.requirement.matches(row.label) == row.matches);
  }
}

TEST_CASE("matchFields takes exactly one name") {
  CHECK(requirement("metadata.name", "In", {"gpu-01"}).matches_field("gpu-01"));
  CHECK_FALSE(requirement("metadata.name", "In", {"gpu-01"}).matches_field("gpu-02"));
  CHECK(requirement("metadata.name", "NotIn", {"gpu-01"}).matches_field("gpu-02"));
  CHECK_FALSE(requirement("metadata.name", "NotIn", {"gpu-01"}).matches_field("gpu-01"));
  CHECK_FALSE(requirement("metadata.name", "In", {"gpu-01", "gpu-02"}).matches_field("gpu-01"));
  CHECK_FALSE(requirement("metadata.name", "NotIn", {}).matches_field("gpu-01"));
  CHECK_FALSE(requirement("metadata.name", "Exists", {}).matches_field("gpu-01"));
}

TEST_CASE("a label selector matches labels") {
  struct Row {
    const char* yaml;
    bool matches;
  };
  const Row rows[] = {
      {"labels: {app: a}", false},
      {"selector: null\nlabels: {app: a}", false},
      {"selector: {}\nlabels: {app: a}", true},
      {"selector: {}\n", true},
      {"selector: {matchLabels: {}, matchExpressions: []}\nlabels: {app: a}", true},
      {"selector: {matchLabels: null}\nlabels: {app: a}", true},
      {"selector: {matchLabels: {app: a}}\nlabels: {app: a, tier: b}", true},
      {"selector: {matchLabels: {app: a, tier: b}}\nlabels: {app: a}", false},
      {"selector: {matchLabels: {app: b}}\nlabels: {app: a}", false},
      {"selector: {matchLabels: {app: a}}", false},
      {"selector: {matchLabels: {app: null}}\nlabels: {app: ''}", true},
      {"selector: {matchLabels: {app: ''}}\nlabels: {other: a}", false},
      {"selector: {matchLabels: {app: 1}}\nlabels: {app: '1'}", false},
      {"selector: {matchExpressions: [{key: app, operator: In, values: [a, b]}]}\nlabels: {app: b}", true},
      {"selector: {matchExpressions: [{key: app, operator: NotIn, values: [a]}]}\nlabels: {tier: b}", true},
      {"selector: {matchExpressions: [{key: app, operator: Exists}]}\nlabels: {app: b}", true},
      {"selector: {matchExpressions: [{key: app, operator: DoesNotExist}]}\nlabels: {app: b}", false},
      {"selector: {matchExpressions: [{key: rank, operator: Gt, values: ['1']}]}\nlabels: {rank: '2'}", false},
      {"selector: {matchExpressions: [{key: app, operator: In}]}\nlabels: {app: b}", false},
      {"selector: {matchLabels: {app: a}, matchExpressions: [{key: app, operator: NotIn, values: [a]}]}\nlabels: {app: "
       "a}",
       false},
      {"selector: text\nlabels: {app: a}", false},
      {"selector: {matchLabels: [app]}\nlabels: {app: a}", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.yaml);
    CHECK(matches(row.yaml) == row.matches);
  }
}

TEST_CASE("keys and values of labels") {
  const std::string longest(63, 'a');
  for (const std::string& key : {std::string("a"), std::string("nvidia.com/gpu"), std::string("A_b-c.9"), longest,
                                 "a-b.example.com/" + longest, std::string("1.2/3"), "x/" + longest}) {
    CAPTURE(key);
    CHECK(is_label_key(key));
  }
  for (const std::string& key :
       {std::string(), std::string("a/b/c"), std::string("/a"), std::string("a/"), std::string("-a"), std::string("a-"),
        std::string("a b"), std::string("NVIDIA.com/gpu"), longest + "a", std::string("a..b/c"), std::string("-a.b/c"),
        std::string("a-.b/c"), std::string("a_b/c"), std::string("nvidia.com/gpu=true")}) {
    CAPTURE(key);
    CHECK_FALSE(is_label_key(key));
  }
  for (const std::string& value : {std::string(), std::string("true"), std::string("NVIDIA-A100-SXM4-80GB"), longest}) {
    CAPTURE(value);
    CHECK(is_label_value(value));
  }
  for (const std::string& value : {std::string("NVIDIA GeForce RTX 4090"), std::string("a="), std::string("-1"),
                                   longest + "a", std::string("a/b"), std::string(".")}) {
    CAPTURE(value);
    CHECK_FALSE(is_label_value(value));
  }
}

} // namespace
} // namespace gpulint
