// A device for an init container and none for the containers that run afterwards. The pod keeps the device counted for
// its whole life, and nobody uses it.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  if (in.pod.partial) {
    return;
  }
  const AcceleratorRequest* in_init = nullptr;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (!requests::is_asked_device(request)) {
      continue;
    }
    if (request.container->role != ContainerRole::init) {
      return; // an app container or a sidecar has one too
    }
    in_init = in_init == nullptr ? &request : in_init;
  }
  if (in_init != nullptr) {
    report.add(in_init->field(), "only " + requests::text_of(*in_init->container) + " asks for " +
                                     std::string(in_init->name) +
                                     "; it stays reserved while the pod runs, and no other container gets it");
  }
}

} // namespace

extern const Rule gpu_in_init_container_only;
const Rule gpu_in_init_container_only{
    .info = {.code = "GPU114",
             .name = "gpu-in-init-container-only",
             .summary = "Only an init container asks for the accelerator.",
             .rationale = "The device is given to the init container alone, but counted for the pod as long as it "
                          "runs: a card stands idle, and the containers that run afterwards don't see it.",
             .help = "Ask for the device in the container that uses it; if only the preparation needs it, run "
                     "that as a Job of its own.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: server
spec:
  initContainers:
  - name: warm-up
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
  containers:
  - name: server
    image: nvcr.io/nvidia/pytorch:24.05-py3
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: server
spec:
  initContainers:
  - name: warm-up
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
  containers:
  - name: server
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"initContainers[].resources", "containers[].resources"},
             .references = {"k8s.io/component-helpers resource/helpers.go PodRequests"}},
    .check_pod = check};

} // namespace gpulint
