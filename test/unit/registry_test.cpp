// What holds for every rule, written once.
#include "test/support/case.hpp"

#include <catch2/catch.hpp>

using namespace gpulint;
using namespace gpulint::test;

TEST_CASE("the list of rules is sound") {
  const auto registry = Registry::make(catalogue());
  INFO((registry ? "" : registry.error()));
  REQUIRE(registry);
  CHECK(registry->rules().size() == catalogue().size());
}

TEST_CASE("the bad example fires its rule, the good one doesn't") {
  for (const Rule* rule : Registry::builtin().rules()) {
    INFO(rule->info.code << " " << rule->info.name);
    const auto policy = policy_of(std::string(rule->info.policy), "example");
    CHECK_FALSE(findings_of(std::string(rule->info.bad), policy, rule->info.code).empty());
    CHECK(findings_of(std::string(rule->info.good), policy, rule->info.code).empty());
  }
}

TEST_CASE("examples can be read, and texts are whole sentences") {
  for (const Rule* rule : Registry::builtin().rules()) {
    INFO(rule->info.code << " " << rule->info.name);
    const auto check = [&](std::string_view example) {
      return Checker(Registry::builtin(), policy_of(std::string(rule->info.policy), "example"), {})
          .check(example)
          .errors;
    };
    CHECK(check(rule->info.good).empty());
    CHECK(check(rule->info.bad).empty());
    CHECK(rule->info.summary.ends_with('.'));
    CHECK(rule->info.rationale.ends_with('.'));
    for (const std::string_view text : {rule->info.summary, rule->info.rationale, rule->info.help}) {
      CHECK(text.find('\n') == std::string_view::npos);
    }
  }
}

TEST_CASE("rules are found by code, name and prefix") {
  const Registry& registry = Registry::builtin();
  REQUIRE(registry.find("GPU101") != nullptr);
  CHECK(registry.find("gpu101") == registry.find("GPU101"));
  CHECK(registry.find("gpu-limit-missing") == registry.find("GPU101"));
  CHECK(registry.find("GPU999") == nullptr);
  CHECK(registry.select("GPU3").size() > 10);
  CHECK(registry.select("GPU").size() == registry.rules().size());
  CHECK(registry.select("G").empty());
  CHECK(registry.nearest("gpu-limit-mising") == "gpu-limit-missing");
}

TEST_CASE("a faulty list is refused") {
  const Rule* rule = Registry::builtin().find("GPU101");
  CHECK_FALSE(Registry::make({rule, rule}));
  Rule nameless = *rule;
  nameless.info.name = "";
  CHECK_FALSE(Registry::make({&nameless}));
  Rule unchecked = *rule;
  unchecked.check_pod = nullptr;
  CHECK_FALSE(Registry::make({&unchecked}));
}
