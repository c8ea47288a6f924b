// Tolerations, taints and node selector requirements: the API's words as value types, with the scheduler's semantics.
#pragma once

#include "rules/document/field.hpp"

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

struct Taint {
  std::string key;
  std::string value;
  std::string effect; ///< NoSchedule, PreferNoSchedule, NoExecute

  bool operator==(const Taint&) const = default;
  std::string text() const; ///< "nvidia.com/gpu=true:NoSchedule"
};

/// One entry of spec.tolerations. Views into the document.
struct Toleration {
  Field field;
  std::string_view key;
  std::string_view op; ///< as written; empty means Equal
  std::string_view value;
  std::string_view effect; ///< empty means every effect

  bool exists_operator() const { return op == "Exists"; }
  /// No key and Exists: every taint (of its effect).
  bool is_blanket() const { return key.empty() && exists_operator(); }
  /// As k8s.io/api/core/v1 Toleration.ToleratesTaint: effect, key, then operator (Equal, Exists).
  bool tolerates(const Taint& taint) const;
};

/// One expression of matchExpressions or matchFields.
struct SelectorRequirement {
  Field field;
  std::string_view key;
  std::string_view op; ///< In, NotIn, Exists, DoesNotExist, Gt, Lt
  std::pmr::vector<std::string_view> values;

  /// An expression, as component-helpers nodeaffinity and labels.Requirement: `label` is nothing where the node lacks
  /// the key. A malformed one (values missing or too many, not an integer, not a label) matches nothing.
  bool matches(std::optional<std::string_view> label) const;
  /// One of matchFields against the field that `key` names (metadata.name is the only one): In and NotIn, one value.
  bool matches_field(std::string_view content) const;
};

/// A base-10 int64 as the API reads values of Gt and Lt; nothing otherwise.
std::optional<std::int64_t> parse_int64(std::string_view text);

/// One entry of nodeSelectorTerms, or a preference.
struct NodeSelectorTerm {
  Field field;
  std::int64_t weight = 0; ///< 0 in required terms
  std::pmr::vector<SelectorRequirement> expressions;
  std::pmr::vector<SelectorRequirement> fields;

  bool is_empty() const { return expressions.empty() && fields.empty(); }
};

/// spec.affinity.nodeAffinity.
struct NodeAffinity {
  Field field;
  Field required; ///< requiredDuringSchedulingIgnoredDuringExecution
  std::pmr::vector<NodeSelectorTerm> required_terms;
  std::pmr::vector<NodeSelectorTerm> preferred_terms;
};

/// One term of podAffinity or podAntiAffinity.
struct PodAffinityTerm {
  Field field; ///< the term itself (below podAffinityTerm for preferred ones)
  bool required = false;
  std::int64_t weight = 0;
  std::string_view topology_key;
  Field label_selector; ///< missing matches no pod, {} matches all
  bool own_namespace = true;
};

/// metav1.LabelSelector against a map of labels (matchLabels and matchExpressions). A missing or null selector matches
/// nothing, an empty one everything; a malformed one nothing.
bool selector_matches(const Field& label_selector, const Field& labels);

} // namespace gpulint
