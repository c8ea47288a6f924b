// A case of test/cases: a manifest that says itself what its rule finds in it (test/cases/README.md has the form).
#pragma once

#include "rules/engine/check.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gpulint::test {

struct ExpectedFinding {
  std::uint32_t line = 0;
  std::string code;
  std::string words; ///< that the message holds; empty: any
};

struct Case {
  std::filesystem::path path;
  std::string rule; ///< the folder's name
  bool fails = false;
  std::string text;
  std::string policy; ///< text of policy.<what>.yaml; empty: the built-in one
  std::vector<ExpectedFinding> expected;
  std::string severity; ///< that every finding has; empty: any
};

/// All cases, sorted by path.
std::vector<Case> read_cases();

/// A policy text as a policy; an empty one is the built-in policy. Fails the test on a faulty one.
std::shared_ptr<const Policy> policy_of(const std::string& text, const std::string& name);

/// What the rule `code` finds in a text.
std::vector<Finding> findings_of(const std::string& text, const std::shared_ptr<const Policy>& policy,
                                 std::string_view code);

} // namespace gpulint::test
