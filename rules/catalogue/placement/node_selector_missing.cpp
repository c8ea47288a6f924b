// The policy says by which labels pods of a pool select their nodes, and a pod that asks for the pool's accelerator
// selects by none of them. The request alone keeps it off other nodes; the label makes the choice visible, and keeps it
// right where several pools serve one resource name.
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

bool is_label_of(const Pool& pool, std::string_view key) {
  return pool.classes.label == key || std::any_of(pool.node_labels.begin(), pool.node_labels.end(),
                                                  [&](const auto& label) { return label.first == key; });
}

bool selects_some(const PodContext& in, const Pool& pool) {
  bool found = false;
  placement::for_each_label_key(in.pod, [&](std::string_view key, const Field&, bool required) {
    found = found || (required && is_label_of(pool, key));
  });
  const auto& signals = in.accelerators.signals;
  return found || std::any_of(signals.begin(), signals.end(), [&](const Signal& signal) {
           return signal.pool == &pool &&
                  (signal.kind == SignalKind::node_selector || signal.kind == SignalKind::node_affinity);
         });
}

void check(const PodContext& in, Report& report) {
  if (in.pod.partial || !in.pod.get("nodeName").text().empty()) {
    return;
  }
  for (const Pool* pool : in.accelerators.pools()) {
    if (pool->node_labels.empty() || selects_some(in, *pool)) {
      continue;
    }
    std::string labels;
    for (const auto& [key, value] : pool->node_labels) {
      labels += (labels.empty() ? "" : ", ") + key + ": " + placement::quoted(value);
    }
    report.add(in.pod.node_selector(),
               "the pod asks for the pool " + placement::quoted(pool->name) + " but doesn't select its nodes",
               "add to nodeSelector: {" + labels + "}");
  }
}

} // namespace

extern const Rule node_selector_missing;
const Rule node_selector_missing{
    .info = {.code = "GPU215",
             .name = "node-selector-missing",
             .summary = "A pod asks for an accelerator but doesn't select the nodes of its pool.",
             .rationale = "A taint keeps others away and attracts nobody. With the pool's label as well, the pod "
                          "lands on the nodes that are meant for it, also where two pools serve the same resource "
                          "name.",
             .help = "Add the pool's label to nodeSelector.",
             .action = Action::inject,
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
  nodeSelector:
    hardware: gpu
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .policy = R"(apiVersion: gpu-lint.dev/v1
kind: Policy
metadata:
  name: example
spec:
  pools:
  - name: nvidia
    resources: ['nvidia\.com/gpu']
    nodeLabels: {hardware: gpu}
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity", "containers[].resources.limits"},
             .references = {"kubernetes/website content/en/docs/concepts/scheduling-eviction/taint-and-toleration.md"}},
    .check_pod = check};

} // namespace gpulint
