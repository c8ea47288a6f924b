// hostIPC on a GPU pod. Mostly set because /dev/shm is small by default; the price is that CUDA IPC and MPS of all pods
// on the node share one namespace. General knowledge, so it warns at most.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const Field field = in.pod.get("hostIPC");
  if (field.is_true() && trust_of(in) == Trust::user && is_gpu_pod(in)) {
    report.add(field, "hostIPC is true: the pod's GPU processes share CUDA IPC and MPS with all others on the node.");
  }
}

} // namespace

extern const Rule host_ipc;
const Rule host_ipc{
    .info = {.code = "GPU311",
             .name = "host-ipc",
             .summary = "A GPU pod shares the host's IPC namespace.",
             .rationale = "CUDA IPC handles and MPS pipes of every other GPU process on the node are within its reach, "
                          "and theirs within others'.",
             .help = "Remove hostIPC; for shared memory mount an emptyDir with medium: Memory at /dev/shm.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  hostIPC: true
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
  hostIPC: false
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"hostIPC"},
             .references = {"Kubernetes Pod Security Standards, baseline"}},
    .check_pod = check};

} // namespace gpulint
