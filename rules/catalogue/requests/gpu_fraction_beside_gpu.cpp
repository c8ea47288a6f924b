// A fraction by annotation and whole GPUs by limit in one pod, which KAI and Run:ai refuse.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const Field fraction = in.pod.annotations["gpu-fraction"];
  const bool queued = in.pod.labels["kai.scheduler/queue"] || in.pod.labels["runai/queue"];
  const Field memory = queued ? in.pod.annotations["gpu-memory"] : Field();
  if (!fraction && !memory) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.name == "nvidia.com/gpu" && requests::is_asked_device(request)) {
      report.add_at_key(fraction ? fraction : memory,
                        "the pod asks for a part of a GPU by annotation, and " + requests::text_of(*request.container) +
                            " limits nvidia.com/gpu to " + std::to_string(*requests::amount_of(request)) +
                            "; KAI and Run:ai refuse that");
      return;
    }
  }
}

} // namespace

extern const Rule gpu_fraction_beside_gpu;
const Rule gpu_fraction_beside_gpu{
    .info = {.code = "GPU126",
             .name = "gpu-fraction-beside-gpu",
             .summary = "A pod asks for a part of a GPU by annotation and for whole GPUs by limit.",
             .rationale = "KAI and Run:ai refuse a pod that asks for both. Where neither runs, the pod takes whole "
                          "cards and the annotation means nothing.",
             .help = "Keep either the annotation or the limit.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: server
  labels:
    kai.scheduler/queue: team-a
  annotations:
    gpu-fraction: "0.5"
spec:
  schedulerName: kai-scheduler
  containers:
  - name: server
    image: example.com/server:1.0
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: server
  labels:
    kai.scheduler/queue: team-a
  annotations:
    gpu-fraction: "0.5"
spec:
  schedulerName: kai-scheduler
  containers:
  - name: server
    image: example.com/server:1.0
)",
             .fields = {"metadata.annotations", "containers[].resources.limits", "containers[].resources.requests"},
             .references = {"NVIDIA/KAI-Scheduler pkg/binder/plugins/gpusharing/gpu-request/gpu_request_validator.go"}},
    .check_pod = check};

} // namespace gpulint
