#include "rules/catalogue/placement/node_terms.hpp"

#include "rules/kubernetes/label.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace gpulint::placement {

namespace {

bool is_comparison(const SelectorRequirement& requirement) {
  return requirement.op == "Gt" || requirement.op == "Lt";
}

/// As ValidateNodeSelectorRequirement (k8s.io/kubernetes validation.go), wrong kinds of values included.
bool is_well_formed(const SelectorRequirement& requirement) {
  const std::size_t count = requirement.values.size();
  if (!is_label_key(requirement.key) || requirement.field["values"].size() != count ||
      !std::all_of(requirement.values.begin(), requirement.values.end(), is_label_value)) {
    return false;
  }
  if (requirement.op == "In" || requirement.op == "NotIn") {
    return count > 0;
  }
  if (requirement.op == "Exists" || requirement.op == "DoesNotExist") {
    return count == 0;
  }
  return is_comparison(requirement) && count == 1;
}

bool is_well_formed_field(const SelectorRequirement& requirement) {
  return requirement.key == "metadata.name" && (requirement.op == "In" || requirement.op == "NotIn") &&
         requirement.values.size() == 1 && requirement.field["values"].size() == 1;
}

/// All that one term and the nodeSelector demand of the label `key`.
struct Demands {
  std::string_view key;
  std::optional<std::string_view> selected; ///< by nodeSelector
  std::vector<const SelectorRequirement*> requirements;
};

Demands demands_on(std::string_view key, const NodeSelectorTerm& term, const Field& node_selector) {
  Demands demands;
  demands.key = key;
  if (const Field selected = node_selector[key]; selected.is(Kind::string)) {
    demands.selected = selected.text();
  }
  for (const SelectorRequirement& requirement : term.expressions) {
    if (requirement.key == key) {
      demands.requirements.push_back(&requirement);
    }
  }
  return demands;
}

bool satisfies(std::optional<std::string_view> label, const Demands& demands) {
  return (!demands.selected || label == demands.selected) &&
         std::all_of(demands.requirements.begin(), demands.requirements.end(),
                     [&](const SelectorRequirement* requirement) { return requirement->matches(label); });
}

/// Gt and Lt alone: an integer has to lie between, and none below zero, for a label's value can't begin with a sign.
bool has_integer_between(const Demands& demands) {
  std::int64_t low = 0;
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  for (const SelectorRequirement* requirement : demands.requirements) {
    if (!is_comparison(*requirement)) {
      continue;
    }
    const std::int64_t bound = parse_int64(requirement->values.front()).value_or(0);
    if (requirement->op == "Gt") {
      if (bound == std::numeric_limits<std::int64_t>::max()) {
        return false;
      }
      low = std::max(low, bound + 1);
    } else {
      if (bound == std::numeric_limits<std::int64_t>::min()) {
        return false;
      }
      high = std::min(high, bound - 1);
    }
  }
  return low <= high;
}

/// Some label value, or its absence, satisfies all demands. Wherever values are listed one of them has to do; otherwise
/// only presence against absence, and the bounds of comparisons, can exclude each other (NotIn leaves enough values).
bool can_be_satisfied(const Demands& demands) {
  if (demands.selected) {
    return satisfies(*demands.selected, demands);
  }
  bool present = false;
  bool absent = false;
  for (const SelectorRequirement* requirement : demands.requirements) {
    if (requirement->op == "In") {
      return std::any_of(requirement->values.begin(), requirement->values.end(),
                         [&](std::string_view value) { return satisfies(value, demands); });
    }
    absent = absent || requirement->op == "DoesNotExist";
    present = present || requirement->op == "Exists" || is_comparison(*requirement);
  }
  return !(present && absent) && has_integer_between(demands);
}

std::string text_of(const SelectorRequirement& requirement) {
  std::string out(requirement.op);
  for (std::size_t i = 0; i < requirement.values.size(); ++i) {
    out += i == 0 ? " " : ", ";
    out += requirement.values[i];
  }
  return out;
}

std::string text_of(const Demands& demands) {
  std::string out = "no node has a label " + std::string(demands.key) + " that is ";
  bool first = true;
  if (demands.selected) {
    out += quoted(*demands.selected) + " (nodeSelector)";
    first = false;
  }
  for (const SelectorRequirement* requirement : demands.requirements) {
    out += first ? "" : " and ";
    out += text_of(*requirement);
    first = false;
  }
  return out;
}

std::optional<TermVerdict> judge_fields(const NodeSelectorTerm& term) {
  for (const SelectorRequirement& requirement : term.fields) {
    if (requirement.op != "In") {
      continue;
    }
    for (const SelectorRequirement& other : term.fields) {
      if (!other.matches_field(requirement.values.front())) {
        return TermVerdict{TermState::contradictory, requirement.field,
                           "no node is named " + quoted(requirement.values.front()) + " and satisfies metadata.name " +
                               text_of(other)};
      }
    }
  }
  return std::nullopt;
}

} // namespace

TermVerdict judge(const NodeSelectorTerm& term, const Field& node_selector) {
  if (term.is_empty()) {
    const bool unreadable = term.field["matchExpressions"].size() + term.field["matchFields"].size() > 0;
    return {unreadable ? TermState::malformed : TermState::empty, term.field,
            "a term without expressions matches no node"};
  }
  if (!std::all_of(term.expressions.begin(), term.expressions.end(), is_well_formed) ||
      !std::all_of(term.fields.begin(), term.fields.end(), is_well_formed_field) ||
      term.field["matchExpressions"].size() != term.expressions.size()) {
    return {TermState::malformed, term.field, {}};
  }
  for (const SelectorRequirement& requirement : term.expressions) {
    if (is_comparison(requirement) && !parse_int64(requirement.values.front())) {
      return {TermState::not_integer, requirement.field["values"][std::size_t{0}],
              quoted(requirement.values.front()) + " is no integer"};
    }
  }
  for (const SelectorRequirement& requirement : term.expressions) {
    if (const Demands demands = demands_on(requirement.key, term, node_selector); !can_be_satisfied(demands)) {
      return {TermState::contradictory, requirement.field, text_of(demands)};
    }
  }
  if (auto verdict = judge_fields(term)) {
    return *std::move(verdict);
  }
  return {};
}

bool never_matches(const Pod& pod) {
  const auto& terms = pod.node_affinity.required_terms;
  const Field selector = pod.node_selector();
  return !terms.empty() && pod.node_affinity.required["nodeSelectorTerms"].size() == terms.size() &&
         std::none_of(terms.begin(), terms.end(),
                      [&](const NodeSelectorTerm& term) { return judge(term, selector).state == TermState::possible; });
}

// A partial pod is merged with another, which may replace the nodeSelector or the terms.
Action action_of_dead_term(const PodContext& in) {
  return !in.pod.partial && never_matches(in.pod) ? refusal(in) : Action::warn;
}

} // namespace gpulint::placement
