// Required node affinity and nodeSelector together: which of their terms can match a node at all.
#pragma once

#include "rules/catalogue/placement/subject.hpp"

#include <cstdint>
#include <string>

namespace gpulint::placement {

enum class TermState : std::uint8_t {
  possible,     ///< some node could match
  empty,        ///< `{}`, which matches no node
  malformed,    ///< the API refuses it: told by other rules
  not_integer,  ///< Gt or Lt with what is no integer: accepted by the API, matches no node
  contradictory ///< no node can have such labels
};

struct TermVerdict {
  TermState state = TermState::possible;
  Field field;     ///< what to look at
  std::string why; ///< for messages; empty when possible
};

/// One required term together with the nodeSelector, which has to match as well (component-helpers nodeaffinity).
TermVerdict judge(const NodeSelectorTerm& term, const Field& node_selector);

/// No node of any cluster can match: there are terms and none is possible. Terms are alternatives, so one that is
/// possible is enough.
bool never_matches(const Pod& pod);

/// deny where the pod can never run for it, else warn: the other terms still can match.
Action action_of_dead_term(const PodContext& in);

/// `check(requirement, required)` for every expression of the pod's node affinity.
template <typename Check>
void for_each_expression(const Pod& pod, const Check& check) {
  for (const NodeSelectorTerm& term : pod.node_affinity.required_terms) {
    for (const SelectorRequirement& requirement : term.expressions) {
      check(requirement, true);
    }
  }
  for (const NodeSelectorTerm& term : pod.node_affinity.preferred_terms) {
    for (const SelectorRequirement& requirement : term.expressions) {
      check(requirement, false);
    }
  }
}

/// `check(key, field, required)` for every label key that the pod selects or weighs nodes by; `field` is where the key
/// stands as a value or as a key.
template <typename Check>
void for_each_label_key(const Pod& pod, const Check& check) {
  if (const Field selector = pod.node_selector(); selector.is(Kind::mapping)) {
    for (const Field entry : selector.children()) {
      check(entry.key(), entry, true);
    }
  }
  for_each_expression(pod, [&](const SelectorRequirement& requirement, bool required) {
    if (!requirement.key.empty()) {
      check(requirement.key, requirement.field["key"], required);
    }
  });
}

/// `check(key, value, field, required)` for every value that a node's label is wanted to have (nodeSelector, In).
template <typename Check>
void for_each_wanted_value(const Pod& pod, const Check& check) {
  if (const Field selector = pod.node_selector(); selector.is(Kind::mapping)) {
    for (const Field entry : selector.children()) {
      if (entry.is(Kind::string)) {
        check(entry.key(), entry.text(), entry, true);
      }
    }
  }
  for_each_expression(pod, [&](const SelectorRequirement& requirement, bool required) {
    if (requirement.op != "In") {
      return;
    }
    for (const Field value : requirement.field["values"].children()) {
      if (value.is(Kind::string)) {
        check(requirement.key, value.text(), value, required);
      }
    }
  });
}

} // namespace gpulint::placement
