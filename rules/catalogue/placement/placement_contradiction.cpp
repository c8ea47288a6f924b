// nodeSelector and every expression of a required term have to hold on one node. Where they exclude each other the term
// matches nothing. Terms are alternatives: only if none of them can match, the pod can never run.
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/engine/rule.hpp"

#include <utility>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const NodeSelectorTerm& term : in.pod.node_affinity.required_terms) {
    placement::TermVerdict verdict = placement::judge(term, in.pod.node_selector());
    if (verdict.state != placement::TermState::contradictory) {
      continue;
    }
    const Action action = placement::action_of_dead_term(in);
    const bool hopeless = in.pod.partial || placement::never_matches(in.pod);
    report
        .add(verdict.field,
             std::move(verdict.why) + (hopeless ? "; the pod can never run" : "; this term matches nothing"),
             "nodeSelector and all expressions of a term have to hold on one node; alternatives belong into terms of "
             "their own")
        .cap(action);
  }
}

} // namespace

extern const Rule placement_contradiction;
const Rule placement_contradiction{
    .info = {.code = "GPU229",
             .name = "placement-contradiction",
             .summary = "nodeSelector and required node affinity exclude each other.",
             .rationale = "Both have to match, and inside a term every expression. Where two of them want different "
                          "values of one label, no node can ever satisfy them and the pod stays Pending for ever.",
             .help = "Remove one of the two, or write alternatives as separate nodeSelectorTerms.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.product: Tesla-T4
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: nvidia.com/gpu.product, operator: In, values: [NVIDIA-A100-SXM4-80GB]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: nvidia.com/gpu.product, operator: In, values: [NVIDIA-A100-SXM4-80GB]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity"},
             .references = {"k8s.io/component-helpers scheduling/corev1/nodeaffinity"}},
    .check_pod = check};

} // namespace gpulint
