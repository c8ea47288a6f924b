// Several MIG slices in one container, of one profile or of two. CUDA uses one MIG device per process: the others stand
// idle unless the program starts a process for each and sorts them out itself.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const AcceleratorRequest* first = nullptr;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (!mig_profile(request.name) || !requests::is_asked_device(request)) {
      continue;
    }
    const std::int64_t amount = *requests::amount_of(request);
    const std::string who = requests::text_of(*request.container);
    if (amount > 1 && amount < requests::kMoreThanAnyNode) {
      report.add(request.field(), who + " asks for " + std::to_string(amount) + " " + std::string(request.name) +
                                      "; a CUDA process uses one MIG slice, the others stay idle");
    } else if (first != nullptr && first->container == request.container) {
      report.add(request.field(), who + " asks for " + std::string(first->name) + " and " + std::string(request.name) +
                                      "; a CUDA process uses one MIG slice, the other stays idle");
    }
    first = &request;
  }
}

} // namespace

extern const Rule mig_slices_several;
const Rule mig_slices_several{
    .info = {.code = "GPU118",
             .name = "mig-slices-several",
             .summary = "A container asks for several MIG slices.",
             .rationale = "CUDA sees one MIG device per process. The other slices are taken from the pool and stay "
                          "idle.",
             .help = "Ask for one slice of a larger profile, or run one container or replica for each slice.",
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
        nvidia.com/mig-1g.5gb: 2
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
        nvidia.com/mig-2g.10gb: 1
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"NVIDIA/k8s-device-plugin #446", "NVIDIA/k8s-device-plugin #728",
                            "kubernetes-sigs/dra-driver-nvidia-gpu #1364"}},
    .check_pod = check};

} // namespace gpulint
