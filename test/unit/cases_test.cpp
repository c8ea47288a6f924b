// Every case of test/cases finds what it says, and nothing else of its rule.
#include "test/support/case.hpp"
#include "test/support/files.hpp"

#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace gpulint;
using namespace gpulint::test;

namespace {

std::string text_of(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += "\n  line " + std::to_string(finding.start.line) + " " + std::string(name_of(finding.severity)) + " " +
           finding.message;
  }
  return out;
}

// Takes the expected finding that this one is off the list.
bool take_expected(std::vector<ExpectedFinding>& expected, const Finding& finding) {
  for (auto mark = expected.begin(); mark != expected.end(); ++mark) {
    if (mark->line == finding.start.line && finding.message.find(mark->words) != std::string::npos) {
      expected.erase(mark);
      return true;
    }
  }
  return false;
}

} // namespace

TEST_CASE("cases find what they say") {
  const std::vector<Case> cases = read_cases();
  REQUIRE(cases.size() > 1000);
  for (const Case& one : cases) {
    const Rule* rule = Registry::builtin().find(one.rule);
    INFO(one.rule << "/" << one.path.filename().string());
    REQUIRE(rule != nullptr);
    const auto findings = findings_of(one.text, policy_of(one.policy, one.path.string()), rule->info.code);
    INFO("found:" << text_of(findings));
    CHECK(one.fails == !one.expected.empty());
    std::vector<ExpectedFinding> expected = one.expected;
    for (const Finding& finding : findings) {
      CHECK(take_expected(expected, finding));
      if (!one.severity.empty()) {
        CHECK(one.severity == name_of(finding.severity));
      }
    }
    for (const ExpectedFinding& missing : expected) {
      CHECK(missing.code == rule->info.code);
      FAIL_CHECK("nothing found on line " << missing.line << " that says \"" << missing.words << "\"");
    }
  }
}

TEST_CASE("every rule has cases of both kinds, and every folder is a rule") {
  std::map<std::string, std::pair<int, int>> counts;
  for (const Case& one : read_cases()) {
    (one.fails ? counts[one.rule].first : counts[one.rule].second) += 1;
  }
  for (const Rule* rule : Registry::builtin().rules()) {
    INFO(rule->info.name);
    CHECK(counts[std::string(rule->info.name)].first >= 2);
    CHECK(counts[std::string(rule->info.name)].second >= 2);
  }
}
