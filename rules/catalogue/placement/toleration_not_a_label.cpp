// The key of a toleration has to be a label key, the value a label value: no spaces, no `=`, at most one slash. Typical
// is a whole taint written as the key.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/label.hpp"
#include "rules/kubernetes/placeholder.hpp"

#include <string>
#include <utility>

namespace gpulint {
namespace {

void check_key(const PodContext& in, const Toleration& toleration, Report& report) {
  if (toleration.key.empty() || is_label_key(toleration.key) || is_placeholder(toleration.key)) {
    return;
  }
  const std::size_t end = toleration.key.find_first_of("=:");
  const std::string_view name = toleration.key.substr(0, end);
  std::string help = "write the taint's key alone";
  if (end != std::string_view::npos && is_label_key(name)) {
    help += ": `key: " + std::string(name) + "`, and its effect under `effect`";
  }
  report
      .add(toleration.field["key"],
           placement::quoted(toleration.key) + " can't be the key of a taint; Kubernetes refuses the pod",
           std::move(help))
      .cap(placement::refusal(in));
}

void check(const PodContext& in, Report& report) {
  for (const Toleration& toleration : in.pod.tolerations) {
    check_key(in, toleration, report);
    const bool compares = toleration.op.empty() || toleration.op == "Equal";
    if (compares && !is_label_value(toleration.value) && !is_placeholder(toleration.value)) {
      report
          .add(toleration.field["value"],
               placement::quoted(toleration.value) + " can't be the value of a taint; Kubernetes refuses the pod",
               "write at most 63 letters, digits, `-`, `_` and `.`, or use `operator: Exists` without a value")
          .cap(placement::refusal(in));
    }
  }
}

} // namespace

extern const Rule toleration_not_a_label;
const Rule toleration_not_a_label{
    .info = {.code = "GPU209",
             .name = "toleration-not-a-label",
             .summary = "The key or the value of a toleration can't be the key or value of a taint.",
             .rationale = "Keys and values of taints follow the grammar of labels. Kubernetes refuses a pod whose "
                          "toleration doesn't.",
             .help = "Write key, value and effect of the taint in their own fields: "
                     "nvidia.com/gpu=true:NoSchedule is key nvidia.com/gpu, value \"true\", effect NoSchedule.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu=true:NoSchedule
    operator: Exists
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
             .fields = {"tolerations[].key", "tolerations[].value"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateTolerations"}},
    .check_pod = check};

} // namespace gpulint
