// `nvidia.com/gpu: 0` to say "none". The device plugin isn't asked then, and nothing sets NVIDIA_VISIBLE_DEVICES: where
// nvidia is the default runtime, the `all` of CUDA images stands and the container sees every card of the node.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>

namespace gpulint {
namespace {

/// The container shuts the door itself.
bool hides_devices(const Container& container) {
  return std::any_of(container.env.begin(), container.env.end(), [](const EnvVar& variable) {
    return variable.name == "NVIDIA_VISIBLE_DEVICES" && !variable.from_source &&
           (variable.value.text() == "void" || variable.value.text() == "none");
  });
}

void check(const PodContext& in, Report& report) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (!request.is_device() || request.limit == nullptr || request.amount() != Quantity() ||
        !requests::has_resources(*request.container)) {
      continue;
    }
    const bool nvidia = request.resource != nullptr && request.resource->vendor == "nvidia";
    if (nvidia && hides_devices(*request.container)) {
      continue;
    }
    std::string message = requests::text_of(*request.container) + " asks for 0 " + std::string(request.name);
    if (nvidia) {
      report.add(
          request.field(),
          message + "; that hides no card: the image's NVIDIA_VISIBLE_DEVICES may still expose every card of the node");
    } else {
      report.add(request.field(), message + ", which gives it no device", "leave the line out").cap(Action::audit);
    }
  }
}

} // namespace

extern const Rule gpu_count_zero;
const Rule gpu_count_zero{
    .info = {.code = "GPU106",
             .name = "gpu-count-zero",
             .summary = "An accelerator is asked for with the amount zero.",
             .rationale = "Zero isn't a way to shut cards out: nobody sets NVIDIA_VISIBLE_DEVICES then, and on "
                          "nodes where nvidia is the default runtime the value `all` of most CUDA images exposes "
                          "every card. Some releases of Kueue also hold such a pod back.",
             .help = "Leave the line out; to see no card for certain, set the environment variable "
                     "NVIDIA_VISIBLE_DEVICES to `void`.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 0
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
        cpu: 2
        memory: 4Gi
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests", "containers[].env"},
             .references = {"NVIDIA/k8s-device-plugin #61", "NVIDIA/k8s-device-plugin #1596",
                            "kubernetes-sigs/kueue #8079"}},
    .check_pod = check};

} // namespace gpulint
