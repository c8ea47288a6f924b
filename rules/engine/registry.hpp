// The list of all rules, and finding them by code, name or prefix.
#pragma once

#include "rules/engine/rule.hpp"
#include "rules/policy/load.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint {

class Registry {
public:
  /// Sorted by code; the error names what is wrong with the list (a code twice, a text missing).
  static tl::expected<Registry, std::string> make(std::vector<const Rule*> rules);
  /// All rules that gpu-lint has.
  static const Registry& builtin();

  std::span<const Rule* const> rules() const { return rules_; }
  std::span<const RuleName> names() const { return names_; }
  /// By code (any case) or name; nullptr if there is none.
  const Rule* find(std::string_view code_or_name) const;
  /// Codes selected by a code, a name, or a prefix of codes ("GPU1", "GPU"); empty if nothing matches.
  std::vector<std::string_view> select(std::string_view selector) const;
  /// The nearest code or name to a wrong one; empty if none is near.
  std::string_view nearest(std::string_view wrong) const;

private:
  std::vector<const Rule*> rules_;
  std::vector<RuleName> names_;
};

/// The rules of rules/catalogue/, one line each.
std::vector<const Rule*> catalogue();

} // namespace gpulint
