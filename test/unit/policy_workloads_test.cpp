// spec.workloads: a policy's own kinds reach the workload table.
#include "rules/document/reader.hpp"
#include "rules/policy/load.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <catch2/catch.hpp>

using namespace gpulint;

TEST_CASE("rows of a policy find the pods of its kinds", "[policy]") {
  std::ifstream in(std::filesystem::path(GPULINT_TEST_DIR) / "policies/good/workloads.yaml");
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto policy = load_policy(text, "p.yaml", {});
  if (!policy) {
    FAIL(policy.error().front().text());
  }
  REQUIRE((*policy)->workloads != nullptr);
  CHECK((*policy)->workload_rows.size() == 2);

  DocumentStream stream(
      "apiVersion: example.com/v1\nkind: TrainerSet\nmetadata: {name: t}\nspec: {trainer: {workers: {count: 3, "
      "template: {spec: {containers: [{name: a, image: b}]}}}}}\n");
  const auto document = stream.next();
  REQUIRE(document);
  REQUIRE(*document);
  const auto objects = (*policy)->workloads->objects(Field::root(*(*document)->root, stream.arena()), stream.arena());
  REQUIRE(objects.size() == 1);
  REQUIRE(objects[0].pods.size() == 1);
  CHECK(objects[0].pods[0].replicas == 3);
  CHECK(objects[0].pods[0].role == "worker");
  CHECK(objects[0].knowledge == KindKnowledge::known);

  const auto none = load_policy("apiVersion: gpu-lint.dev/v1\nkind: Policy\nspec: {workloads: []}\n", "p.yaml", {});
  REQUIRE(none);
  CHECK((*none)->workloads == nullptr);
}
