// nvidia.com/gpu and nvidia.com/mig-* in one container: a whole card and a slice, of which a CUDA process sees one.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const Container* seen = nullptr;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (!mig_profile(request.name) || !requests::is_asked_device(request) || request.container == seen) {
      continue;
    }
    seen = request.container;
    if (requests::beside(in, seen, "nvidia.com/gpu") != nullptr) {
      report.add_at_key(request.field(), requests::text_of(*seen) + " asks for nvidia.com/gpu and " +
                                             std::string(request.name) +
                                             "; a CUDA process uses either a whole card or a MIG slice");
    }
  }
}

} // namespace

extern const Rule mig_beside_gpu;
const Rule mig_beside_gpu{
    .info = {.code = "GPU119",
             .name = "mig-beside-gpu",
             .summary = "A container asks for whole GPUs and MIG slices.",
             .rationale = "As soon as a MIG device is visible, CUDA uses that one alone: the whole card is "
                          "reserved and stays idle. Only nodes with both kinds of cards could take the pod at all.",
             .help = "Ask for one kind: nvidia.com/gpu or one nvidia.com/mig-<profile>.",
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
        nvidia.com/gpu: 1
        nvidia.com/mig-1g.5gb: 1
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
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"NVIDIA/k8s-device-plugin README.md", "docs.nvidia.com/datacenter/tesla/mig-user-guide"}},
    .check_pod = check};

} // namespace gpulint
