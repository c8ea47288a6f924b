// A privileged container in a pod that asks for a GPU or shows that it goes to GPU nodes.
//
// All device nodes of the host appear in it: the request decides what is counted, not what is used. HAMi refuses it
// together with a device, or leaves the pod to the default scheduler, where it stays Pending. Privileged pods that have
// nothing to do with GPUs aren't this tool's business; one that tolerates every taint may land on a GPU node, which is
// worth a note.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

/// The device is served by HAMi, whose webhook takes no privileged container.
bool asks_hami(const PodContext& in, const Container& container) {
  return std::any_of(
      in.accelerators.requests.begin(), in.accelerators.requests.end(), [&](const AcceleratorRequest& request) {
        return request.container == &container && request.resource != nullptr && request.resource->layer == "hami";
      });
}

bool tolerates_everything(const Pod& pod) {
  return std::any_of(pod.tolerations.begin(), pod.tolerations.end(), [](const Toleration& toleration) {
    return toleration.is_blanket() && toleration.effect != "NoExecute" && toleration.effect != "PreferNoSchedule";
  });
}

std::string message_for(const PodContext& in, const Container& container) {
  const std::string what = in_words(container) + " is privileged";
  if (asks_hami(in, container)) {
    return what +
           " and asks for a HAMi device: HAMi refuses that, or leaves the pod to the default scheduler, where it "
           "stays Pending.";
  }
  if (in.accelerators.asks()) {
    return what + ": it has all GPUs of the node and not only those that the pod asks for.";
  }
  if (const Signal* signal = in.accelerators.strongest_signal(); signal != nullptr) {
    return what + ", and the pod " + signal->what + " but asks for no GPU: it has all GPUs of the node.";
  }
  return what + ", and the pod tolerates every taint: on a GPU node it has all GPUs.";
}

void check(const PodContext& in, Report& report) {
  if (trust_of(in) != Trust::user) {
    return;
  }
  const bool gpu = is_gpu_pod(in);
  if (!gpu && !tolerates_everything(in.pod)) {
    return;
  }
  for (const Container& container : in.pod.containers) {
    if (container.role != ContainerRole::ephemeral && container.is_privileged()) {
      RawFinding& finding = report.add(container.field.at("securityContext.privileged"), message_for(in, container));
      if (!gpu) {
        finding.cap(Action::audit);
      }
    }
  }
}

} // namespace

extern const Rule privileged_container;
const Rule privileged_container{
    .info = {.code = "GPU310",
             .name = "privileged-container",
             .summary = "A container on a GPU node is privileged.",
             .rationale =
                 "A privileged container has all of the node's devices, so all of its GPUs, whatever it asked for.",
             .help = "Remove privileged: true; grant single capabilities (for RDMA: IPC_LOCK) where they are needed.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
    securityContext:
      privileged: true
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
    securityContext:
      capabilities:
        add: [IPC_LOCK]
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"containers[].securityContext.privileged", "tolerations"},
             .references = {"Kubernetes Pod Security Standards, baseline", "Project-HAMi/HAMi #2138, #1352"}},
    .check_pod = check};

} // namespace gpulint
