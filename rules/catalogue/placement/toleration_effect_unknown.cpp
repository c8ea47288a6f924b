// An effect that isn't one of the three. The API refuses the pod; in a custom resource the operator finds out when it
// makes the pods.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

bool is_effect(std::string_view effect) {
  return effect == "NoSchedule" || effect == "PreferNoSchedule" || effect == "NoExecute";
}

std::string_view nearest(std::string_view effect) {
  constexpr std::array<std::string_view, 3> effects = {"NoSchedule", "PreferNoSchedule", "NoExecute"};
  for (const std::string_view known : effects) {
    if (known.size() == effect.size() && std::equal(known.begin(), known.end(), effect.begin(),
                                                    [](char a, char b) { return (a | 0x20) == (b | 0x20); })) {
      return known;
    }
  }
  return "NoSchedule";
}

void check(const PodContext& in, Report& report) {
  for (const Toleration& toleration : in.pod.tolerations) {
    if (toleration.effect.empty() || is_effect(toleration.effect)) {
      continue;
    }
    report
        .add(toleration.field["effect"],
             placement::quoted(toleration.effect) + " is no effect of a taint; Kubernetes refuses the pod",
             "write `effect: " + std::string(nearest(toleration.effect)) +
                 "`; the effects are NoSchedule, PreferNoSchedule and NoExecute")
        .cap(placement::refusal(in));
  }
}

} // namespace

extern const Rule toleration_effect_unknown;
const Rule toleration_effect_unknown{
    .info = {.code = "GPU204",
             .name = "toleration-effect-unknown",
             .summary = "A toleration has an effect that doesn't exist.",
             .rationale = "Kubernetes refuses a pod whose toleration has an effect other than NoSchedule, "
                          "PreferNoSchedule and NoExecute; letters count as they are written.",
             .help = "Write NoSchedule, PreferNoSchedule or NoExecute, or leave `effect` out to tolerate all "
                     "of them.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: noSchedule
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
             .fields = {"tolerations[].effect"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateTolerations"}},
    .check_pod = check};

} // namespace gpulint
