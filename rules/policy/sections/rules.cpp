// spec.rules: the action of each rule, and where it stays silent.
#include "rules/policy/sections/sections.hpp"

#include <map>

namespace gpulint::policy_file {
namespace {

constexpr Shape kAction{.type = ShapeType::action};

constexpr Key<RuleSetting> kRuleSettingKeys[] = {
    {{"action", "What happens where the rule finds something.", kAction}, set<&RuleSetting::action>},
    {{"allow", "Patterns found in namespace/name: the rule says nothing there.", kPatternList},
     replace_all<&RuleSetting::allow>},
};

} // namespace

std::vector<const KeyInfo*> rule_setting_keys() {
  return infos<kRuleSettingKeys>();
}

void read_rules(Reading& in, const Field& field, const Shape&, Policy& to) {
  std::map<std::string, std::string_view> seen;
  for (const Field& member : in.members(field)) {
    const auto code = in.rule_code(member.key(), member.key_range(), false);
    if (!code) {
      continue;
    }
    const auto [first, is_new] = seen.emplace(*code, member.key());
    if (!is_new) {
      in.error_at_key(member, place(member) + " sets the rule that " + quoted(first->second) + " sets already");
    }
    if (member) {
      in.mapping(member, std::span<const Key<RuleSetting>>(kRuleSettingKeys), to.rules[*code]);
    }
  }
}

} // namespace gpulint::policy_file
