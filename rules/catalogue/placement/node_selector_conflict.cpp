// A pod asks for an accelerator and selects nodes that the pool's label excludes: nodes labelled otherwise, or nodes
// without GPUs. Both have to hold, so it stays Pending, or lands in another pool.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

/// Some pool of the policy has this label and value.
bool is_a_pools(const Policy& policy, std::string_view key, std::string_view value) {
  return std::any_of(policy.pools.begin(), policy.pools.end(), [&](const Pool& pool) {
    return std::any_of(pool.node_labels.begin(), pool.node_labels.end(),
                       [&](const auto& label) { return label.first == key && label.second == value; });
  });
}

std::string_view wanted_value(const Pool& pool, std::string_view key, std::string_view selected) {
  for (const auto& [label, value] : pool.node_labels) {
    if (label == key) {
      return value;
    }
  }
  // The GPU Operator puts it on every node with an NVIDIA card.
  const bool denies = key == "nvidia.com/gpu.present" && selected == "false" && pool.has_resource("nvidia.com/gpu");
  return denies ? std::string_view("true") : std::string_view();
}

void check(const PodContext& in, Report& report) {
  const Field selector = in.pod.node_selector();
  if (!selector.is(Kind::mapping)) {
    return;
  }
  for (const Pool* pool : in.accelerators.pools()) {
    for (const Field entry : selector.children()) {
      const std::string_view wanted = wanted_value(*pool, entry.key(), entry.text());
      if (wanted.empty() || !entry.is(Kind::string) || entry.text() == wanted ||
          is_a_pools(in.policy(), entry.key(), entry.text())) {
        continue;
      }
      report.add(entry,
                 "the pod asks for the pool " + placement::quoted(pool->name) + ", whose nodes are labelled " +
                     std::string(entry.key()) + ": " + placement::quoted(wanted) + ", but selects nodes with " +
                     placement::quoted(entry.text()),
                 "write " + std::string(entry.key()) + ": " + placement::quoted(wanted) + ", or leave the line out");
    }
  }
}

} // namespace

extern const Rule node_selector_conflict;
const Rule node_selector_conflict{
    .info = {.code = "GPU216",
             .name = "node-selector-conflict",
             .summary = "A pod asks for an accelerator but selects nodes outside of its pool.",
             .rationale = "The accelerator and every label of nodeSelector have to be on the same node. Where the "
                          "selector leads away from the pool, no node has both and the pod stays Pending.",
             .help = "Select the pool's own label, or none.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.present: "false"
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
  nodeSelector:
    nvidia.com/gpu.present: "true"
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeSelector", "containers[].resources.limits"},
             .references = {"k8s.io/component-helpers scheduling/corev1/nodeaffinity"}},
    .check_pod = check};

} // namespace gpulint
