// A pod tolerates the taint of an accelerator pool by its key and asks for no accelerator: it may squat on a GPU node,
// whose cards then lack the CPUs and memory to be used. A DaemonSet rightly does that: it has to be on those nodes.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const Signal* signal = in.accelerators.strongest_signal();
  if (signal == nullptr || signal->kind != SignalKind::toleration || in.pod.partial || in.pod.is_daemon ||
      placement::asks_for_accelerator(in.accelerators) || !in.accelerators.requests.empty()) {
    return; // with any other sign gpu-not-requested tells
  }
  report
      .add(signal->field,
           "the pod " + signal->what +
               " but asks for no accelerator; it may take CPU and memory of a GPU node that its cards need",
           "remove the toleration, or ask for the accelerator under resources.limits")
      .cap(placement::is_node_agent(in) ? Action::audit : Action::warn);
}

} // namespace

extern const Rule gpu_taint_tolerated_without_gpu;
const Rule gpu_taint_tolerated_without_gpu{
    .info = {.code = "GPU214",
             .name = "gpu-taint-tolerated-without-gpu",
             .summary = "A pod tolerates the taint of accelerator nodes but asks for no accelerator.",
             .rationale = "The taint is there to keep such pods away. One that tolerates it may land on a GPU node "
                          "and take the CPUs and memory without which its cards can't be used.",
             .help = "Remove the toleration, or ask for the accelerator under resources.limits.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
  containers:
  - name: web
    image: nginx:1.27
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"tolerations", "containers[].resources.limits"},
             .references = {"k8s.io/api core/v1 toleration.go ToleratesTaint"}},
    .check_pod = check};

} // namespace gpulint
