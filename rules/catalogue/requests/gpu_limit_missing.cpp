// An accelerator in requests without the same in limits. The API refuses such a pod; a template inside a custom
// resource is stored all the same, and its pods are refused later, one by one, where nobody looks.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

// validation.go, validateResourceRequirements: "Limit must be set for non overcommitable resources".
void check(const PodContext& in, Report& report) {
  if (in.pod.partial) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.limit != nullptr || request.request == nullptr || !requests::has_resources(*request.container) ||
        !requests::is_extended(request.name)) {
      continue;
    }
    const std::string name(request.name);
    std::string message = requests::text_of(*request.container) + " has " + name + " in requests but not in limits; ";
    message += in.pod.source == PodSource::pod || in.pod.validated_at_once
                   ? "Kubernetes refuses it"
                   : "Kubernetes refuses its pods when they are made, long after this object was accepted";
    report.add_at_key(request.request->field, std::move(message),
                      "write `" + name + ": " + requests::written(request.request->field) +
                          "` under resources.limits; requests may be left out");
  }
}

} // namespace

extern const Rule gpu_limit_missing;
const Rule gpu_limit_missing{
    .info = {.code = "GPU101",
             .name = "gpu-limit-missing",
             .summary = "An accelerator is in requests but not in limits.",
             .rationale = "Kubernetes doesn't overcommit extended resources: it refuses a pod that requests one "
                          "without limiting it to the same amount. Custom resources store such a template without "
                          "a word, and the refusal comes when their controller makes the pods.",
             .help = "Put the accelerator into limits with the same amount; requests may be left out, they "
                     "follow the limits.",
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
      requests:
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
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go validateResourceRequirements",
                            "kubeflow/mpi-operator #25"}},
    .check_pod = check};

} // namespace gpulint
