// NotIn and DoesNotExist hold on nodes that lack the label altogether. On accelerator labels alone they lead to CPU
// nodes as much as to GPU nodes.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

bool excludes(const SelectorRequirement& requirement) {
  return requirement.op == "NotIn" || requirement.op == "DoesNotExist";
}

bool is_accelerator_label(const Policy& policy, std::string_view key) {
  return std::any_of(policy.pools.begin(), policy.pools.end(), [&](const Pool& pool) {
    return std::any_of(pool.signals.node_labels.begin(), pool.signals.node_labels.end(),
                       [&](const Pattern& pattern) { return pattern.matches(key); });
  });
}

void check(const PodContext& in, Report& report) {
  if (placement::asks_for_accelerator(in.accelerators) || !placement::is_accelerator_pod(in)) {
    return; // the device itself keeps the pod off CPU nodes
  }
  for (const NodeSelectorTerm& term : in.pod.node_affinity.required_terms) {
    const auto& expressions = term.expressions;
    const bool only_excludes = !expressions.empty() && std::all_of(expressions.begin(), expressions.end(), excludes);
    if (only_excludes && in.pod.node_selector().size() == 0 &&
        is_accelerator_label(in.policy(), expressions.front().key)) {
      report.add(term.field,
                 "this term only excludes, so nodes without the label " + std::string(expressions.front().key) +
                     " match it too",
                 "add an expression with In or Exists on a label of the pool's nodes");
    }
  }
}

} // namespace

extern const Rule node_affinity_only_excludes;
const Rule node_affinity_only_excludes{
    .info = {.code = "GPU231",
             .name = "node-affinity-only-excludes",
             .summary = "Node affinity on accelerator labels only excludes and so matches CPU nodes.",
             .rationale = "NotIn and DoesNotExist are true on nodes that don't have the label. A pod that means to "
                          "exclude some cards may land on a node without any.",
             .help = "Add an expression with In or Exists on a label that the accelerator nodes have.",
             .action = Action::audit,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  runtimeClassName: nvidia
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: nvidia.com/gpu.product, operator: NotIn, values: [Tesla-T4]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  runtimeClassName: nvidia
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: nvidia.com/gpu.product, operator: NotIn, values: [Tesla-T4]}
          - {key: nvidia.com/gpu.present, operator: Exists}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
)",
             .fields = {"affinity.nodeAffinity"},
             .references = {"k8s.io/component-helpers scheduling/corev1/nodeaffinity"}},
    .check_pod = check};

} // namespace gpulint
