// spec.custom: the user's own rules, in the operators of nodeAffinity.
#include "rules/policy/path.hpp"
#include "rules/policy/sections/sections.hpp"

#include <algorithm>
#include <set>

namespace gpulint::policy_file {
namespace {

bool is_id(std::string_view text) {
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && text.size() <= 32 && upper(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return upper(c) || digit(c) || c == '-' || c == '_'; });
}

bool is_rule_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !text.empty() && text.size() <= 64 && letter(text.front()) && letter(text.back()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || c == '-'; });
}

constexpr TextForm kIdForm{is_id, "can't be an id (at most 32 capitals, digits, - and _, a capital first)",
                           "^[A-Z][A-Z0-9_-]{0,31}$"};
constexpr TextForm kRuleNameForm{is_rule_name, "can't be a rule's name (at most 64 small letters, digits and -)",
                                 "^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$"};
constexpr Shape kId{.type = ShapeType::text, .form = &kIdForm};
constexpr Shape kRuleName{.type = ShapeType::text, .form = &kRuleNameForm};
constexpr Shape kAction{.type = ShapeType::action};
constexpr Shape kMatch{.type = ShapeType::mapping, .keys = match_keys};

constexpr std::string_view kOperators[] = {"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"};
constexpr AssertOperator kOperatorValues[] = {AssertOperator::in,     AssertOperator::not_in,
                                              AssertOperator::exists, AssertOperator::does_not_exist,
                                              AssertOperator::gt,     AssertOperator::lt};
constexpr Shape kOperator{.type = ShapeType::text, .words = kOperators};
constexpr Shape kTextList{.type = ShapeType::list, .item = &kText};

void read_path(Reading& in, const Field& field, const Shape& shape, Assertion& to) {
  if (!in.value(field, shape, to.path)) {
    return;
  }
  auto steps = parse_path(to.path);
  if (!steps) {
    in.error(field, place(field) + ": " + quoted(to.path) + " is no path: " + steps.error());
    return;
  }
  to.steps = *std::move(steps);
}

void read_operator(Reading& in, const Field& field, const Shape& shape, Assertion& to) {
  std::string word;
  if (in.value(field, shape, word)) {
    to.op = kOperatorValues[std::find(std::begin(kOperators), std::end(kOperators), word) - std::begin(kOperators)];
  }
}

constexpr Key<Assertion> kAssertionKeys[] = {
    {{"path",
      "Where to look: metadata.labels[\"a.b/c\"], spec.template.spec.containers[*].image; a path that begins "
      "with pod. looks into each pod of the object.",
      kFilled, true},
     read_path},
    {{"operator",
      "As in nodeAffinity. A missing value fails In, Exists, Gt and Lt and passes NotIn and DoesNotExist; "
      "with [*] every item must pass, so that a list without items passes.",
      kOperator, true},
     read_operator},
    {{"values", "For In and NotIn one or more, for Gt and Lt one whole number.", kTextList},
     replace_all<&Assertion::values>},
};
constexpr Shape kAssertion{.type = ShapeType::mapping, .keys = infos<kAssertionKeys>};
constexpr Shape kAssertions{.type = ShapeType::list, .item = &kAssertion};

/// As k8s.io/kubernetes ValidateNodeSelectorRequirement, and Gt and Lt with a number at once.
void check_values(Reading& in, const Field& item, const Assertion& assertion) {
  const Field values = item["values"];
  const Field at = values ? values : item;
  if (!item["operator"].is(Kind::string) || (values && values.size() != assertion.values.size())) {
    return;
  }
  const std::string word(item["operator"].text());
  switch (assertion.op) {
  case AssertOperator::in:
  case AssertOperator::not_in:
    if (assertion.values.empty()) {
      in.error(at, place(item) + ": the operator " + word + " needs at least one value");
    }
    break;
  case AssertOperator::exists:
  case AssertOperator::does_not_exist:
    if (!assertion.values.empty()) {
      in.error(at, place(item) + ": the operator " + word + " takes no values");
    }
    break;
  case AssertOperator::gt:
  case AssertOperator::lt:
    if (assertion.values.size() != 1 || !parse_int64(assertion.values[0])) {
      in.error(at, place(item) + ": the operator " + word + " takes one value, a whole number in quotes");
    }
    break;
  }
}

void read_assertions(Reading& in, const Field& field, const Shape&, CustomRule& to) {
  for (const Field& item : in.items(field)) {
    Assertion assertion;
    in.mapping(item, std::span<const Key<Assertion>>(kAssertionKeys), assertion);
    if (item.is(Kind::mapping)) {
      check_values(in, item, assertion);
    }
    to.assertions.push_back(std::move(assertion));
  }
  if (field.is(Kind::sequence) && field.size() == 0) {
    in.error(field, place(field) + " is empty; a rule must assert something");
  }
}

void read_custom_match(Reading& in, const Field& field, const Shape&, CustomRule& to) {
  read_match(in, field, to.match);
}

void read_custom_action(Reading& in, const Field& field, const Shape& shape, CustomRule& to) {
  Action action{};
  if (!in.value(field, shape, action)) {
    return;
  }
  if (action == Action::inject) {
    in.error(field, place(field) + ": a custom rule can't inject; take off, audit, warn or deny");
    return;
  }
  to.action = action;
}

constexpr Key<CustomRule> kCustomRuleKeys[] = {
    {{"id", "Its code in reports and suppressions: TEAM001. Codes that begin with GPU and a digit are gpu-lint's own.",
      kId, true},
     set<&CustomRule::id>},
    {{"name", "Its name: training-needs-a-queue.", kRuleName, true}, set<&CustomRule::name>},
    {{"action", "off, audit, warn (where absent) or deny.", kAction}, read_custom_action},
    {{"match", "The objects it is about; absent: all.", kMatch}, read_custom_match},
    {{"assert", "What must hold; each assertion that doesn't is a finding.", kAssertions, true}, read_assertions},
    {{"message", "What is wrong, for people.", kFilled, true}, set<&CustomRule::message>},
    {{"help", "What to write instead.", kText}, set<&CustomRule::help>},
};

bool is_reserved(std::string_view id) {
  return id.size() > 3 && id.starts_with("GPU") && id[3] >= '0' && id[3] <= '9';
}

/// Ids and names must not mean anything else already.
void check_names(Reading& in, const Field& item, const CustomRule& rule, const std::vector<CustomRule>& others) {
  const std::span<const RuleName> rules = in.loading().rules;
  const auto named = [&](std::string_view text) {
    return std::any_of(rules.begin(), rules.end(),
                       [&](const RuleName& one) { return one.code == text || one.name == text; });
  };
  if (is_reserved(rule.id) || named(rule.id)) {
    in.error(item["id"], place(item["id"]) + ": " + quoted(rule.id) +
                             " clashes with gpu-lint's own rules; begin it with a prefix of yours");
  }
  if (named(rule.name)) {
    in.error(item["name"], place(item["name"]) + ": " + quoted(rule.name) + " is the name of one of gpu-lint's rules");
  }
  for (const CustomRule& other : others) {
    if (!rule.name.empty() && other.name == rule.name && other.id != rule.id) {
      in.error(item["name"],
               place(item["name"]) + ": " + quoted(rule.name) + " is the name of " + other.id + " already");
    }
  }
}

} // namespace

std::vector<const KeyInfo*> custom_rule_keys() {
  return infos<kCustomRuleKeys>();
}

/// A rule of an id that a preset has replaces it.
void read_custom(Reading& in, const Field& field, const Shape&, Policy& to) {
  std::set<std::string, std::less<>> seen;
  for (const Field& item : in.items(field, kMaxCustomRules)) {
    CustomRule rule;
    in.mapping(item, std::span<const Key<CustomRule>>(kCustomRuleKeys), rule);
    if (rule.id.empty()) {
      continue;
    }
    check_names(in, item, rule, to.custom);
    if (!seen.insert(rule.id).second) {
      in.error(item["id"], place(item["id"]) + ": the id " + quoted(rule.id) + " is used twice");
    }
    const auto old =
        std::find_if(to.custom.begin(), to.custom.end(), [&](const CustomRule& one) { return one.id == rule.id; });
    if (old == to.custom.end()) {
      to.custom.push_back(std::move(rule));
    } else {
      *old = std::move(rule);
    }
  }
}

} // namespace gpulint::policy_file
