// spec.nodeName on a pod that asks for a GPU or shows that it means to use one.
//
// It binds the pod past the scheduler; HAMi refuses it. Static pods and pods that were bound already carry it rightly.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

/// Read back from a cluster: the scheduler wrote the name (a node only reports about pods that it has).
bool is_running(const Pod& pod) {
  return !pod.base.at("status.hostIP").text().empty() || !pod.base.at("status.startTime").text().empty() ||
         pod.annotations["kubernetes.io/config.mirror"].exists();
}

void check(const PodContext& in, Report& report) {
  const Field field = in.pod.get("nodeName");
  if (field.text().empty() || trust_of(in) != Trust::user || !is_gpu_pod(in) || is_running(in.pod)) {
    return;
  }
  report.add(field,
             "nodeName is " + std::string(field.text()) +
                 ": the pod skips the scheduler, so taints, free GPUs and queues are not looked at; if the node's "
                 "GPUs are taken, the kubelet fails the pod.");
}

} // namespace

extern const Rule node_name;
const Rule node_name{
    .info = {.code = "GPU316",
             .name = "node-name",
             .summary = "A GPU pod names its node.",
             .rationale = "A pod with nodeName skips the scheduler: NoSchedule taints, free devices, queues and gangs "
                          "are not looked at, and the kubelet fails the pod when its GPU is taken.",
             .help = "Remove nodeName; select the nodes by a label (nodeSelector or nodeAffinity).",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeName: gpu-01
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
  nodeSelector:
    nvidia.com/gpu.product: NVIDIA-L4
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeName"},
             .references = {"kubernetes/website taint-and-toleration.md",
                            "Project-HAMi/HAMi pkg/scheduler/webhook.go"}},
    .check_pod = check};

} // namespace gpulint
