// A term without expressions. Contrary to an empty label selector it matches no node; as a preference it is skipped.
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check_preferred(const PodContext& in, Report& report) {
  for (const NodeSelectorTerm& term : in.pod.node_affinity.preferred_terms) {
    if (term.is_empty() && term.field["matchExpressions"].size() + term.field["matchFields"].size() == 0) {
      report
          .add(term.field, "a preference without expressions counts for nothing",
               "add matchExpressions, or remove the entry")
          .cap(Action::warn);
    }
  }
}

void check(const PodContext& in, Report& report) {
  for (const NodeSelectorTerm& term : in.pod.node_affinity.required_terms) {
    const placement::TermVerdict verdict = placement::judge(term, in.pod.node_selector());
    if (verdict.state == placement::TermState::empty) {
      report.add(term.field, verdict.why, "add matchExpressions, or remove the term")
          .cap(placement::action_of_dead_term(in));
    }
  }
  check_preferred(in, report);
}

} // namespace

extern const Rule node_affinity_term_empty;
const Rule node_affinity_term_empty{
    .info = {.code = "GPU226",
             .name = "node-affinity-term-empty",
             .summary = "A term of node affinity has no expressions.",
             .rationale = "An empty term matches no node, contrary to an empty label selector, which matches "
                          "everything. If it is the only term the pod stays Pending for ever; beside others it does "
                          "nothing.",
             .help = "Add matchExpressions, or remove the term.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - {}
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
             .fields = {"affinity.nodeAffinity"},
             .references = {"k8s.io/component-helpers scheduling/corev1/nodeaffinity"}},
    .check_pod = check};

} // namespace gpulint
