// An accelerator in an ephemeral container, which may have no resources at all.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

// validation.go, allowedEphemeralContainerFields: "cannot be set for an Ephemeral Container".
void check(const PodContext& in, Report& report) {
  for (const Container& container : in.pod.containers) {
    if (container.role != ContainerRole::ephemeral) {
      continue;
    }
    for (const auto* amounts : {&container.limit_amounts, &container.request_amounts}) {
      for (const ResourceAmount& amount : *amounts) {
        const bool twice = amounts == &container.request_amounts && container.limit(amount.name) != nullptr;
        if (twice ||
            (in.environment.accelerators.find(amount.name) == nullptr && in.policy().pool_of(amount.name) == nullptr)) {
          continue;
        }
        report.add_at_key(amount.field, requests::text_of(container) + " asks for " + std::string(amount.name) +
                                            "; Kubernetes refuses resources on ephemeral containers");
      }
    }
  }
}

} // namespace

extern const Rule gpu_in_ephemeral_container;
const Rule gpu_in_ephemeral_container{
    .info =
        {.code = "GPU113",
         .name = "gpu-in-ephemeral-container",
         .summary = "An ephemeral container asks for an accelerator.",
         .rationale = "Kubernetes refuses resources on ephemeral containers: they are added to a running pod, "
                      "whose devices are fixed.",
         .help = "Leave the resources out; to look at a card, debug the container that holds it.",
         .action = Action::deny,
         .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
  ephemeralContainers:
  - name: debug
    image: nvidia/cuda:12.4.1-base-ubuntu22.04
    resources:
      limits:
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
  ephemeralContainers:
  - name: debug
    image: busybox:1.36
    targetContainerName: trainer
)",
         .fields = {"ephemeralContainers[].resources"},
         .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go allowedEphemeralContainerFields"}},
    .check_pod = check};

} // namespace gpulint
