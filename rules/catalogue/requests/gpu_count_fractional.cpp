// A part of a device: `0.5`, `500m`. Kubernetes counts devices in whole numbers; sharing is done by other means.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void judge(const AcceleratorRequest& request, const ResourceAmount* amount, Report& report) {
  // validation.go, ValidateResourceQuantityValue: the amount in thousandths must be a multiple of 1000.
  if (amount == nullptr || !amount->quantity || amount->quantity->is_whole()) {
    return;
  }
  report.add(amount->field, requests::text_of(*request.container) + " asks for " + requests::written(amount->field) +
                                " " + std::string(request.name) + "; Kubernetes refuses fractions of devices");
}

void check(const PodContext& in, Report& report) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (requests::has_resources(*request.container) && requests::is_extended(request.name)) {
      judge(request, request.limit, report);
      judge(request, request.request, report);
    }
  }
}

} // namespace

extern const Rule gpu_count_fractional;
const Rule gpu_count_fractional{
    .info = {.code = "GPU103",
             .name = "gpu-count-fractional",
             .summary = "An accelerator is asked for in fractions.",
             .rationale = "Kubernetes counts extended resources in whole numbers and refuses fractions. A part of "
                          "a card comes from MIG, time slicing, MPS or a sharing scheduler, each of which has "
                          "names of its own.",
             .help = "Ask for whole devices, or for the resource name of the cluster's sharing layer (a MIG "
                     "profile, nvidia.com/gpu.shared, nvidia.com/gpumem of HAMi, the annotation gpu-fraction "
                     "of KAI).",
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
      limits:
        nvidia.com/gpu: 0.5
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
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateResourceQuantityValue"}},
    .check_pod = check};

} // namespace gpulint
