// A negative amount, which the API refuses.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void judge(const AcceleratorRequest& request, const ResourceAmount* amount, Report& report) {
  if (amount == nullptr || !amount->quantity || amount->quantity->sign() >= 0 || !amount->quantity->is_whole()) {
    return; // negative fractions are reported as fractions
  }
  report.add(amount->field, requests::text_of(*request.container) + " asks for " + requests::written(amount->field) +
                                " " + std::string(request.name) + "; Kubernetes refuses negative amounts");
}

void check(const PodContext& in, Report& report) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (requests::has_resources(*request.container)) {
      judge(request, request.limit, report);
      judge(request, request.request, report);
    }
  }
}

} // namespace

extern const Rule gpu_count_negative;
const Rule gpu_count_negative{
    .info = {.code = "GPU104",
             .name = "gpu-count-negative",
             .summary = "A negative number of accelerators is asked for.",
             .rationale = "Kubernetes refuses negative amounts.",
             .help = "Write the number of devices, or leave the line out.",
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
        nvidia.com/gpu: -1
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
