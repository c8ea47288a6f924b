// Devices of two makers in one pod. All devices of a pod come from one node, and nodes with cards of two makers hardly
// exist; usually one was left over from a copied manifest.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const AcceleratorRequest* first = nullptr;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.resource == nullptr || request.resource->vendor.empty() || !requests::is_asked_device(request)) {
      continue;
    }
    if (first == nullptr) {
      first = &request;
    } else if (request.resource->vendor != first->resource->vendor) {
      std::string message = requests::text_of(*request.container) + " asks for " + std::string(request.name);
      message += request.container == first->container
                     ? " beside "
                     : " while " + requests::text_of(*first->container) + " asks for ";
      report.add_at_key(request.field(),
                        message + std::string(first->name) + "; both would have to come from one node");
      return;
    }
  }
}

} // namespace

extern const Rule accelerator_vendors_mixed;
const Rule accelerator_vendors_mixed{
    .info = {.code = "GPU120",
             .name = "accelerator-vendors-mixed",
             .summary = "A pod asks for accelerators of several vendors.",
             .rationale = "All devices of a pod come from one node. Nodes with accelerators of two vendors are "
                          "rare, so the pod probably stays Pending.",
             .help = "Keep the resource of the vendor that the image is made for.",
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
        amd.com/gpu: 1
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
             .references = {"opendatahub-io/architecture-context #64"}},
    .check_pod = check};

} // namespace gpulint
