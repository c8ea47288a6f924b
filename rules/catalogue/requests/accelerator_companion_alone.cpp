// A key that refines a device (memory, cores) without the device itself in the same container.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>

namespace gpulint {
namespace {

bool has_any(const PodContext& in, const AcceleratorRequest& request, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return requests::beside(in, request.container, name) != nullptr; });
}

void check(const PodContext& in, Report& report) {
  if (in.pod.partial || in.accelerators.requests.size() > requests::kMostPairs) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.resource == nullptr || !requests::has_resources(*request.container) ||
        !requests::is_positive(request)) {
      continue;
    }
    const AcceleratorResource& resource = *request.resource;
    // tke qgpu: whole cards need nothing, shares do.
    const bool share =
        !resource.share_needs.empty() && resource.maximum && *requests::amount_of(request) < *resource.maximum;
    const std::vector<std::string>& needs = share ? resource.share_needs : resource.needs;
    if (needs.empty() || has_any(in, request, needs)) {
      continue;
    }
    RawFinding& finding = report.add_at_key(request.field(),
                                            requests::text_of(*request.container) + " asks for " +
                                                std::string(request.name) + " without " + requests::any_of_text(needs),
                                            "add " + requests::any_of_text(needs) + " to the limits of this container");
    if (resource.vendor == "nvidia" && resource.layer == "hami") {
      finding.cap(Action::audit).message +=
          "; HAMi's webhook adds nvidia.com/gpu: 1 where it runs, elsewhere the pod stays Pending";
    }
  }
}

} // namespace

extern const Rule accelerator_companion_alone;
const Rule accelerator_companion_alone{
    .info = {.code = "GPU122",
             .name = "accelerator-companion-alone",
             .summary = "A container refines a device that it doesn't ask for.",
             .rationale = "Memory and core keys of sharing layers only refine a device of the same container. "
                          "Alone they reserve nothing, or keep the pod Pending.",
             .help = "Add the key of the device to the same container's limits.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  schedulerName: volcano
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        volcano.sh/vgpu-memory: 4096
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  schedulerName: volcano
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        volcano.sh/vgpu-number: 1
        volcano.sh/vgpu-memory: 4096
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"Project-HAMi/HAMi charts/hami/templates/scheduler/device-configmap.yaml",
                            "volcano-sh/volcano docs/user-guide/how_to_use_volcano_vgpu.md",
                            "cloud.tencent.com/document/product/457/65734"}},
    .check_pod = check};

} // namespace gpulint
