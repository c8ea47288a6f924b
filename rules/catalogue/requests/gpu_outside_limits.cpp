// A resource name directly under `resources`, without `limits:`. The API has no such field: strict validation
// (kubectl's default) refuses it, other clients drop it without a word and the pod runs without a device.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const AcceleratorTable& known = in.environment.accelerators;
  for (const Container& container : in.pod.containers) {
    for (const Field& member : container.resources.children()) {
      const std::string_view key = member.key();
      const bool is_name =
          container.resources.is(Kind::mapping) && (known.find(key) != nullptr || in.policy().pool_of(key) != nullptr);
      if (!is_name) {
        continue;
      }
      RawFinding& finding = report.add_at_key(
          member,
          requests::text_of(container) + " has " + std::string(key) +
              " directly under resources, where Kubernetes knows no such field; the container would get no device",
          "write it under resources.limits");
      if (in.pod.source == PodSource::inline_spec || in.pod.source == PodSource::structural) {
        finding.cap(Action::warn); // a custom resource may give `resources` a meaning of its own
      }
    }
  }
}

} // namespace

extern const Rule gpu_outside_limits;
const Rule gpu_outside_limits{
    .info = {.code = "GPU111",
             .name = "gpu-outside-limits",
             .summary = "An accelerator stands directly under resources.",
             .rationale = "`resources` has no such field. kubectl refuses it by default; other clients and custom "
                          "resources drop it, and the container runs without a device.",
             .help = "Move it one level down, under limits.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"containers[].resources"},
             .references = {"k8s.io/api core/v1 types.go ResourceRequirements"}},
    .check_pod = check};

} // namespace gpulint
