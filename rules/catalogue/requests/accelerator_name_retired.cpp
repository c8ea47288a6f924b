// A name of the past: alpha.kubernetes.io/nvidia-gpu, Volcano's first GPU sharing.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.resource == nullptr || request.resource->replaced_by.empty() ||
        !requests::has_resources(*request.container)) {
      continue;
    }
    std::string message =
        requests::text_of(*request.container) + " asks for " + std::string(request.name) + ", a name of the past";
    if (!request.resource->note.empty()) {
      message += ". " + request.resource->note;
    }
    report.add_at_key(request.field(), std::move(message), "write " + request.resource->replaced_by + " instead");
  }
}

} // namespace

extern const Rule accelerator_name_retired;
const Rule accelerator_name_retired{
    .info = {.code = "GPU110",
             .name = "accelerator-name-retired",
             .summary = "The name of an accelerator is one of the past.",
             .rationale = "Nodes of today don't offer the name any more, or soon won't; a pod that asks for it "
                          "stays Pending.",
             .help = "Write the name that took its place.",
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
        alpha.kubernetes.io/nvidia-gpu: 1
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
             .references = {"kubernetes/kubernetes CHANGELOG-1.11.md",
                            "volcano-sh/volcano docs/user-guide/how_to_use_gpu_sharing.md"}},
    .check_pod = check};

} // namespace gpulint
