// `operator: Exists` with a value, usually what is left of an `Equal`. The API refuses it.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const Toleration& toleration : in.pod.tolerations) {
    if (toleration.exists_operator() && !toleration.value.empty()) {
      report
          .add(toleration.field["value"],
               "the toleration of " + std::string(toleration.key) + " has operator Exists and the value " +
                   placement::quoted(toleration.value) + "; Kubernetes refuses the pod",
               "leave `value` out: Exists tolerates every value")
          .cap(placement::refusal(in));
    }
  }
}

} // namespace

extern const Rule toleration_exists_with_value;
const Rule toleration_exists_with_value{
    .info = {.code = "GPU205",
             .name = "toleration-exists-with-value",
             .summary = "A toleration has the operator Exists and a value.",
             .rationale = "Exists asks for no value, and Kubernetes refuses a pod that gives one.",
             .help = "Leave `value` out, or write `operator: Equal` if only this value is to be tolerated.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
    value: "true"
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
             .fields = {"tolerations[].value", "tolerations[].operator"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateTolerations"}},
    .check_pod = check};

} // namespace gpulint
