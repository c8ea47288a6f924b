// More devices than a node has. All devices of a pod come from one node, so the pod waits for ever; `1Gi` and `8Ei` are
// whole numbers to the API and accepted.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

#include <cstdint>
#include <map>

namespace gpulint {
namespace {

/// The most devices of one name on a node that is sold today.
std::int64_t most_of(const AcceleratorResource& resource) {
  constexpr std::int64_t kCards = 16;      // HGX-2, Trainium, A3 super-pods
  constexpr std::int64_t kSlices = 16 * 7; // MIG instances of 16 cards
  constexpr std::int64_t kCores = 16 * 8;  // NeuronCores of 16 devices
  return resource.unit == "instance" ? kSlices : resource.unit == "core" ? kCores : kCards;
}

void add(const AcceleratorRequest& request, std::int64_t amount, const std::string& subject, Report& report) {
  std::string message = subject + " asks for " + std::to_string(amount) + " " + std::string(request.name);
  if (amount >= requests::kMoreThanAnyNode) {
    report.add(request.field(), std::move(message) + "; no node can ever have that many, so the pod stays Pending");
    return;
  }
  message += ", all from one node; nodes have at most " + std::to_string(most_of(*request.resource)) +
             " unless they share cards";
  report.add(request.field(), std::move(message)).cap(Action::warn);
}

bool counts(const AcceleratorRequest& request) {
  return request.resource != nullptr && request.resource->counted && requests::is_asked_device(request);
}

/// Rows with a maximum of their own are judged by it (accelerator-amount-out-of-range), short of the impossible.
bool is_beyond(const AcceleratorResource& resource, std::int64_t amount) {
  return amount >= requests::kMoreThanAnyNode || (!resource.maximum && amount > most_of(resource));
}

void check(const PodContext& in, Report& report) {
  bool alone = false;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (counts(request) && is_beyond(*request.resource, *requests::amount_of(request))) {
      add(request, *requests::amount_of(request), requests::text_of(*request.container), report);
      alone = true;
    }
  }
  if (alone) {
    return;
  }
  std::map<std::string_view, std::int64_t> sums; // of what runs at the same time: app containers and sidecars
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (!counts(request) || request.container->role == ContainerRole::init) {
      continue;
    }
    std::int64_t& sum = sums[request.name];
    sum += *requests::amount_of(request); // each is below kMoreThanAnyNode
    if (is_beyond(*request.resource, sum)) {
      add(request, sum, "the pod with " + requests::text_of(*request.container), report);
      return;
    }
  }
}

} // namespace

extern const Rule gpu_count_beyond_any_node;
const Rule gpu_count_beyond_any_node{
    .info = {.code = "GPU107",
             .name = "gpu-count-beyond-any-node",
             .summary = "A pod asks for more accelerators than a node has.",
             .rationale = "All devices of a pod come from one node. A pod that wants more than any node has stays "
                          "Pending for ever, and amounts near 2^63 overflow the scheduler's sums.",
             .help = "Ask for at most what one node has and raise the number of replicas or workers instead; "
                     "write plain numbers without a unit.",
             .action = Action::deny,
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
        nvidia.com/gpu: 1Gi
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
      limits:
        nvidia.com/gpu: 8
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"kubeflow/pytorch-operator #304",
                            "k8s.io/kubernetes pkg/scheduler/framework/plugins/noderesources/fit.go"}},
    .check_pod = check};

} // namespace gpulint
