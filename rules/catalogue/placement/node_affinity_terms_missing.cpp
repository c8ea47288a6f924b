// Required node affinity without terms: the API refuses it.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const Field required = in.pod.node_affinity.required;
  const Field terms = required["nodeSelectorTerms"];
  if (!required.is(Kind::mapping) || !placement::has_kind(terms, Kind::sequence) || terms.size() > 0 ||
      in.pod.partial) {
    return;
  }
  report
      .add(terms ? terms : required, "required node affinity has no nodeSelectorTerms; Kubernetes refuses the pod",
           "add a term with matchExpressions, or remove requiredDuringSchedulingIgnoredDuringExecution")
      .cap(placement::refusal(in));
}

} // namespace

extern const Rule node_affinity_terms_missing;
const Rule node_affinity_terms_missing{
    .info = {.code = "GPU227",
             .name = "node-affinity-terms-missing",
             .summary = "Required node affinity has no terms.",
             .rationale = "Kubernetes refuses a pod whose required node affinity has an empty list of "
                          "nodeSelectorTerms, or none.",
             .help = "Add a term with matchExpressions, or remove the block.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms: []
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
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateNodeSelector"}},
    .check_pod = check};

} // namespace gpulint
