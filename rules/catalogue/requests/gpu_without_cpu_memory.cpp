// A container that asks for a device and says nothing about cpu or memory. It is the first to be evicted when the node
// runs short, and the scheduler may put it beside others that take all memory.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

bool names(const Container& container, const Field& pod_resources, std::string_view resource) {
  return container.limit(resource) != nullptr || container.request(resource) != nullptr ||
         pod_resources["limits"][resource] || pod_resources["requests"][resource];
}

void check(const PodContext& in, Report& report) {
  if (in.pod.partial) {
    return;
  }
  const Container* seen = nullptr;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (!requests::is_asked_device(request) || request.container == seen) {
      continue;
    }
    seen = request.container;
    const Field pod_resources = in.pod.source == PodSource::inline_spec ? Field() : in.pod.spec["resources"];
    const bool cpu = names(*seen, pod_resources, "cpu");
    const bool memory = names(*seen, pod_resources, "memory");
    if (cpu && memory) {
      continue;
    }
    report.add_at_key(seen->resources, requests::text_of(*seen) + " asks for " + std::string(request.name) +
                                           " but names no " +
                                           (cpu      ? "memory"
                                            : memory ? "cpu"
                                                     : "cpu or memory") +
                                           " under requests or limits; short of " + (memory ? "cpu" : "memory") +
                                           ", its node " + (memory ? "starves" : "evicts") + " it among the first");
  }
}

} // namespace

extern const Rule gpu_without_cpu_memory;
const Rule gpu_without_cpu_memory{
    .info =
        {.code = "GPU116",
         .name = "gpu-without-cpu-memory",
         .summary = "A container asks for an accelerator but not for cpu or memory.",
         .rationale = "Without a request or limit for memory and cpu the pod is among the first to be evicted "
                      "when its node runs short, with a card in hand, and the scheduler packs it beside pods "
                      "that leave it none.",
         .help = "Add cpu and memory to requests, and memory to limits; about an even share of the node "
                 "for each of its cards is a good start.",
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
      requests:
        cpu: 8
        memory: 64Gi
      limits:
        memory: 64Gi
        nvidia.com/gpu: 1
)",
         .fields = {"containers[].resources.limits", "containers[].resources.requests", "resources"},
         .references = {"kubernetes/website content/en/docs/concepts/scheduling-eviction/node-pressure-eviction.md"}},
    .check_pod = check};

} // namespace gpulint
