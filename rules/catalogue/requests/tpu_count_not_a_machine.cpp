// A number of TPU chips that no machine has, or more than the selected topology. A TPU pod takes all chips of its VM:
// 1, 4 or 8 of them.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>

namespace gpulint {
namespace {

/// Chips of a topology: 16 of "4x4", 0 of what isn't one.
std::int64_t chips_of(std::string_view topology) {
  std::int64_t chips = 1;
  while (!topology.empty()) {
    const std::size_t cross = std::min(topology.find('x'), topology.size());
    const auto side = parse_int64(topology.substr(0, cross));
    if (!side || *side < 1 || *side > 1024 || chips > 1 << 20) {
      return 0;
    }
    chips *= *side;
    topology.remove_prefix(std::min(cross + 1, topology.size()));
  }
  return chips;
}

void check(const PodContext& in, Report& report) {
  std::int64_t sum = 0;
  const AcceleratorRequest* last = nullptr;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.name == "google.com/tpu" && requests::is_asked_device(request) &&
        request.container->role != ContainerRole::init) {
      sum += std::min<std::int64_t>(*requests::amount_of(request), requests::kMoreThanAnyNode);
      last = &request;
    }
  }
  if (last == nullptr || in.pod.partial || sum > 16) { // beyond: gpu-count-beyond-any-node
    return;
  }
  const Field topology = in.pod.node_selector()["cloud.google.com/gke-tpu-topology"];
  const std::int64_t chips = topology ? chips_of(topology.text()) : 0;
  if (sum != 1 && sum != 4 && sum != 8) {
    report.add(last->field(),
               "the pod asks for " + std::to_string(sum) +
                   " google.com/tpu; TPU machines have 1, 4 or 8 chips, and a pod takes all of its machine");
  } else if (chips > 0 && chips % sum != 0) {
    report.add(last->field(),
               "the pod asks for " + std::to_string(sum) + " google.com/tpu on a topology of " + std::to_string(chips) +
                   " chips (" + requests::clipped(topology.text()) + ")",
               "ask for the chips of one machine of that topology");
  }
}

} // namespace

extern const Rule tpu_count_not_a_machine;
const Rule tpu_count_not_a_machine{
    .info = {.code = "GPU130",
             .name = "tpu-count-not-a-machine",
             .summary = "The number of TPU chips fits no machine or not the selected topology.",
             .rationale = "A pod takes all chips of its TPU machine: 1, 4 or 8. Another number never schedules or "
                          "is refused by GKE.",
             .help = "Ask for the chips of one machine; larger topologies are several pods.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v5-lite-podslice
    cloud.google.com/gke-tpu-topology: 2x2
  containers:
  - name: trainer
    image: example.com/jax:1.0
    resources:
      limits:
        google.com/tpu: 3
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v5-lite-podslice
    cloud.google.com/gke-tpu-topology: 2x2
  containers:
  - name: trainer
    image: example.com/jax:1.0
    resources:
      limits:
        google.com/tpu: 4
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests", "nodeSelector"},
             .references = {"GoogleCloudPlatform/kubernetes-engine-samples"}},
    .check_pod = check};

} // namespace gpulint
