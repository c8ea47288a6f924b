// An amount that is no quantity (`one`, `1Gb`, `true`, a list): the whole object can't be decoded.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/placeholder.hpp"

namespace gpulint {
namespace {

void judge(const AcceleratorRequest& request, const ResourceAmount* amount, Report& report) {
  if (amount == nullptr || amount->quantity || is_placeholder(amount->field.text())) {
    return;
  }
  report.add(amount->field, requests::text_of(*request.container) + " has `" + requests::written(amount->field) +
                                "` as the amount of " + std::string(request.name) +
                                ", which isn't a number that Kubernetes can read");
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

extern const Rule gpu_count_unreadable;
const Rule gpu_count_unreadable{
    .info = {.code = "GPU105",
             .name = "gpu-count-unreadable",
             .summary = "The amount of an accelerator is no quantity.",
             .rationale = "The API server can't decode an object that holds such a value, so nothing of it is "
                          "created.",
             .help = "Write a whole number of devices.",
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
        nvidia.com/gpu: one
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
             .references = {"k8s.io/apimachinery pkg/api/resource/quantity.go"}},
    .check_pod = check};

} // namespace gpulint
