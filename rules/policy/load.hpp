// Reading policies: text -> Policy, with the place and the nearest valid name for every mistake.
#pragma once

#include "rules/document/source.hpp"
#include "rules/policy/policy.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint {

/// What a policy may name: codes and names of the rules there are.
struct RuleName {
  std::string_view code;
  std::string_view name;
  Action default_action = Action::warn;
};

/// A mistake in a policy file: whoever wrote the file mends it.
struct PolicyError {
  std::string file;
  Position position;
  std::string message;

  std::string text() const; ///< "policy.yaml:12:5: message"
};

/// Reads a policy over the built-in default: presets (extends) apply in their order, then the file itself. All mistakes
/// are reported, not just the first. `file` is only used in messages.
tl::expected<std::shared_ptr<const Policy>, std::vector<PolicyError>>
load_policy(std::string_view text, std::string_view file, std::span<const RuleName> rules);

/// The built-in policy (policies/default.yaml).
std::shared_ptr<const Policy> default_policy(std::span<const RuleName> rules);

/// Names of the shipped presets, sorted.
std::vector<std::string_view> preset_names();

/// A policy as YAML that load_policy reads to the same policy, with every rule's action written out.
std::string policy_yaml(const Policy& policy, std::span<const RuleName> rules);

/// JSON Schema (draft 2020-12) of the policy file.
std::string policy_schema(std::span<const RuleName> rules);

/// The nearest of `names` to a misspelt one; nullopt where none is near.
std::optional<std::string_view> nearest_name(std::string_view wrong, std::span<const std::string_view> names);

} // namespace gpulint
