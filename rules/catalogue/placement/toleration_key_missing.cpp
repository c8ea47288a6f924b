// A toleration without a key tolerates everything, and the API wants that to be said with `operator: Exists`. With
// Equal, or no operator at all, the key was forgotten and the pod is refused.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const Toleration& toleration : in.pod.tolerations) {
    if (!toleration.key.empty() || toleration.exists_operator() ||
        !placement::has_kind(toleration.field["key"], Kind::string) ||
        !placement::has_kind(toleration.field["operator"], Kind::string)) {
      continue;
    }
    report
        .add(toleration.field, "a toleration has no key and its operator isn't Exists; Kubernetes refuses the pod",
             "write the key of the taint, such as `key: nvidia.com/gpu`")
        .cap(placement::refusal(in));
  }
}

} // namespace

extern const Rule toleration_key_missing;
const Rule toleration_key_missing{
    .info = {.code = "GPU207",
             .name = "toleration-key-missing",
             .summary = "A toleration has no key, and its operator isn't Exists.",
             .rationale = "Without a key a toleration is for every taint, which Kubernetes accepts only with "
                          "`operator: Exists`. Otherwise it refuses the pod.",
             .help = "Write the key of the taint that is to be tolerated.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - operator: Equal
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
             .fields = {"tolerations[].key", "tolerations[].operator"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateTolerations"}},
    .check_pod = check};

} // namespace gpulint
