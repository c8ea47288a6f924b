// An operator other than Exists and Equal. Lt and Gt (KEP-5471) exist behind the gate
// TaintTolerationComparisonOperators, alpha and off from 1.35 to 1.37: refused where it is off, so that is a warning.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const Toleration& toleration : in.pod.tolerations) {
    const std::string_view op = toleration.op;
    if (op.empty() || op == "Exists" || op == "Equal") {
      continue;
    }
    if (op == "Lt" || op == "Gt") {
      report
          .add(toleration.field["operator"],
               "the operator " + std::string(op) +
                   " is refused unless the cluster turns on the alpha gate TaintTolerationComparisonOperators",
               "write `operator: Exists` or `operator: Equal`")
          .cap(Action::warn);
    } else {
      report
          .add(toleration.field["operator"],
               placement::quoted(op) + " is no operator of a toleration; Kubernetes refuses the pod",
               "write `operator: Exists` or `operator: Equal`")
          .cap(placement::refusal(in));
    }
  }
}

} // namespace

extern const Rule toleration_operator_unknown;
const Rule toleration_operator_unknown{
    .info = {.code = "GPU208",
             .name = "toleration-operator-unknown",
             .summary = "A toleration has an operator that doesn't exist.",
             .rationale = "Tolerations know the operators Exists and Equal only; In and the others belong to node "
                          "affinity. Kubernetes refuses the pod.",
             .help = "Write `operator: Exists`, or `operator: Equal` with the value of the taint.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: In
    value: "true"
    effect: NoSchedule
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
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"tolerations[].operator"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateTolerations",
                            "kubernetes/enhancements keps/sig-scheduling/5471-enable-sla-based-scheduling"}},
    .check_pod = check};

} // namespace gpulint
