// A resource that only one scheduler hands out, in a pod that another one places. Volcano's vGPU names are counted by
// Volcano alone; the default scheduler may find a node and no card is assigned.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  // Operators set the scheduler of the pods that they make, as Volcano's own Job does.
  if (in.pod.partial || !in.object.is_builtin) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.resource == nullptr || request.resource->scheduler.empty() || !requests::is_asked_device(request)) {
      continue;
    }
    const std::string& wanted = request.resource->scheduler;
    const std::string_view name = in.pod.scheduler_name();
    if (name.find(wanted) != std::string_view::npos) { // also a second instance: volcano-gpu
      return;
    }
    report.add_at_key(request.field(),
                      requests::text_of(*request.container) + " asks for " + std::string(request.name) +
                          ", which the scheduler " + wanted + " hands out, but the pod is placed by " +
                          (name.empty() ? std::string("default-scheduler") : requests::clipped(name)),
                      "set spec.schedulerName to " + wanted);
    return;
  }
}

} // namespace

extern const Rule accelerator_scheduler_missing;
const Rule accelerator_scheduler_missing{
    .info = {.code = "GPU124",
             .name = "accelerator-scheduler-missing",
             .summary = "An accelerator resource needs a scheduler that the pod doesn't name.",
             .rationale = "The resource is handed out by its own scheduler. Placed by another one, the pod stays "
                          "Pending or starts without its share of a card.",
             .help = "Set spec.schedulerName to the scheduler of that resource.",
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
        volcano.sh/vgpu-number: 1
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
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests", "schedulerName"},
             .references = {"volcano-sh/volcano docs/user-guide/how_to_use_volcano_vgpu.md"}},
    .check_pod = check};

} // namespace gpulint
