// TPUs without the node labels that say which: GKE makes and picks TPU nodes by accelerator and topology.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

bool selects(const PodContext& in, const std::string& label) {
  if (in.pod.node_selector()[label]) {
    return true;
  }
  for (const NodeSelectorTerm& term : in.pod.node_affinity.required_terms) {
    for (const SelectorRequirement& expression : term.expressions) {
      if (expression.key == label) {
        return true;
      }
    }
  }
  return false;
}

void check(const PodContext& in, Report& report) {
  // A compute class of GKE sets both.
  if (in.pod.partial || selects(in, "cloud.google.com/compute-class")) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.resource == nullptr || request.resource->node_selectors.empty() ||
        !requests::is_asked_device(request)) {
      continue;
    }
    std::string missing;
    for (const std::string& label : request.resource->node_selectors) {
      if (!selects(in, label)) {
        missing += (missing.empty() ? "" : " and ") + label;
      }
    }
    if (!missing.empty()) {
      report.add_at_key(request.field(),
                        requests::text_of(*request.container) + " asks for " + std::string(request.name) +
                            ", but the pod doesn't select " + missing,
                        "add " + missing + " to nodeSelector");
    }
    return;
  }
}

} // namespace

extern const Rule tpu_selector_missing;
const Rule tpu_selector_missing{
    .info = {.code = "GPU129",
             .name = "tpu-selector-missing",
             .summary = "A pod asks for TPUs without selecting their type and topology.",
             .rationale = "GKE finds, or makes, TPU nodes by two labels: the type of the accelerator and the "
                          "topology. Without both the pod stays Pending.",
             .help = "Add cloud.google.com/gke-tpu-accelerator and cloud.google.com/gke-tpu-topology to "
                     "nodeSelector.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: example.com/jax:1.0
    resources:
      limits:
        google.com/tpu: 4
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
             .fields = {"containers[].resources.limits", "containers[].resources.requests", "nodeSelector",
                        "affinity.nodeAffinity"},
             .references = {"GoogleCloudPlatform/kubernetes-engine-samples"}},
    .check_pod = check};

} // namespace gpulint
