// hostPID on a GPU pod, mostly set so that nvidia-smi lists processes. General knowledge, and no door to a card by
// itself: advice.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const Field field = in.pod.get("hostPID");
  if (field.is_true() && trust_of(in) == Trust::user && is_gpu_pod(in)) {
    report.add(field, "hostPID is true: the pod sees the processes of all other GPU users on the node.");
  }
}

} // namespace

extern const Rule host_pid;
const Rule host_pid{
    .info =
        {.code = "GPU312",
         .name = "host-pid",
         .summary = "A GPU pod shares the host's process namespace.",
         .rationale =
             "It sees the processes of every other GPU user on the node, with their arguments, and may signal them.",
         .help = "Remove hostPID; per-process GPU figures come from a DCGM exporter.",
         .action = Action::audit,
         .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  hostPID: true
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  hostPID: false
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .fields = {"hostPID"},
         .references = {"Kubernetes Pod Security Standards, baseline"}},
    .check_pod = check};

} // namespace gpulint
