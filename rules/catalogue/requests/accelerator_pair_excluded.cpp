// Two names that can't work together in one container: gpumem with gpumem-percentage, i915 with xe, a whole Ascend chip
// with a virtual one. The pairs are in policies/accelerators.yaml.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  if (in.accelerators.requests.size() > requests::kMostPairs) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.resource == nullptr || request.resource->excludes.empty() ||
        !requests::has_resources(*request.container) || !requests::is_positive(request)) {
      continue;
    }
    for (const std::string& excluded : request.resource->excludes) {
      if (requests::beside(in, request.container, excluded) == nullptr) {
        continue;
      }
      report.add_at_key(request.field(), requests::text_of(*request.container) + " asks for " +
                                             std::string(request.name) + " and " + excluded +
                                             ", which exclude each other. " + request.resource->excludes_note);
    }
  }
}

} // namespace

extern const Rule accelerator_pair_excluded;
const Rule accelerator_pair_excluded{
    .info = {.code = "GPU121",
             .name = "accelerator-pair-excluded",
             .summary = "A container asks for two resources that exclude each other.",
             .rationale = "Which of the two counts isn't defined, or no node offers both: the pod stays Pending or "
                          "gets something else than it was meant to.",
             .help = "Keep one of the two.",
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
        nvidia.com/gpumem: 8000
        nvidia.com/gpumem-percentage: 50
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
        nvidia.com/gpumem: 8000
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"Project-HAMi/HAMi CHANGELOG.md",
                            "intel/intel-device-plugins-for-kubernetes cmd/gpu_plugin/README.md",
                            "AliyunContainerService/gpushare-scheduler-extender docs/userguide.md"}},
    .check_pod = check};

} // namespace gpulint
