// An accelerator in the pod's own resources (spec.resources), which hold cpu, memory and huge pages only.
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

bool is_accelerator(const PodContext& in, std::string_view name) {
  const AcceleratorTable& known = in.environment.accelerators;
  return known.find(name) != nullptr || in.policy().pool_of(name) != nullptr || known.did_you_mean(name).has_value();
}

// validation.go, validatePodResourceName.
void check(const PodContext& in, Report& report) {
  if (in.pod.source != PodSource::pod && in.pod.source != PodSource::pod_template) {
    return; // `resources` of a custom resource's own spec are often those of its container
  }
  const Field resources = in.pod.spec["resources"];
  for (const char* part : {"limits", "requests"}) {
    if (!resources[part].is(Kind::mapping)) {
      continue;
    }
    for (const Field& amount : resources[part].children()) {
      const std::string_view name = amount.key();
      const bool twice = part[0] == 'r' && resources["limits"][name].exists();
      if (twice || !is_accelerator(in, name)) {
        continue;
      }
      report.add_at_key(amount,
                        "the pod's own resources name " + std::string(name) +
                            "; Kubernetes refuses everything but cpu, memory and hugepages there",
                        "write it under resources.limits of the container that uses it");
    }
  }
}

} // namespace

extern const Rule gpu_in_pod_resources;
const Rule gpu_in_pod_resources{
    .info = {.code = "GPU112",
             .name = "gpu-in-pod-resources",
             .summary = "An accelerator stands in the resources of the pod instead of a container.",
             .rationale = "Resources of the whole pod are cpu, memory and huge pages only; Kubernetes refuses a "
                          "device there, for it belongs to a container.",
             .help = "Move it to resources.limits of the container that uses it.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  resources:
    limits:
      nvidia.com/gpu: 1
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
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
             .fields = {"resources"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go validatePodResourceName"}},
    .check_pod = check};

} // namespace gpulint
