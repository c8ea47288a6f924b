// `tolerationSeconds` says how long a pod stays after a NoExecute taint came; with any other effect the API refuses it.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const Toleration& toleration : in.pod.tolerations) {
    const Field seconds = toleration.field["tolerationSeconds"];
    if (!seconds || toleration.effect == "NoExecute" ||
        !placement::has_kind(toleration.field["effect"], Kind::string)) {
      continue;
    }
    const std::string effect = toleration.effect.empty() ? "no effect" : "the effect " + std::string(toleration.effect);
    report
        .add(seconds, "tolerationSeconds stands in a toleration with " + effect + "; Kubernetes refuses the pod",
             "leave `tolerationSeconds` out, or write `effect: NoExecute` if the pod is to leave after that time")
        .cap(placement::refusal(in));
  }
}

} // namespace

extern const Rule toleration_seconds_without_no_execute;
const Rule toleration_seconds_without_no_execute{
    .info = {.code = "GPU206",
             .name = "toleration-seconds-without-no-execute",
             .summary = "tolerationSeconds stands in a toleration whose effect isn't NoExecute.",
             .rationale = "Only NoExecute makes a running pod leave, so Kubernetes refuses tolerationSeconds with "
                          "any other effect or none.",
             .help = "Leave tolerationSeconds out, or write `effect: NoExecute`.",
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
    tolerationSeconds: 3600
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
    effect: NoExecute
    tolerationSeconds: 3600
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
             .fields = {"tolerations[].tolerationSeconds", "tolerations[].effect"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateTolerations"}},
    .check_pod = check};

} // namespace gpulint
