// GPU Feature Discovery labels a node after it has joined. An autoscaler that looks for a pool to grow knows only the
// labels of the pool's template: it finds none that has the label and never scales up from zero, or adds several nodes
// while the first isn't labelled yet.
#include "rules/catalogue/placement/node_labels.hpp"
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

/// Labels that autoscalers and managed node pools put on every node of a pool.
bool names_node_pool(std::string_view key) {
  constexpr std::array<std::string_view, 8> keys = {"karpenter.sh/nodepool",          "karpenter.sh/provisioner-name",
                                                    "karpenter.sh/capacity-type",     "cloud.google.com/gke-nodepool",
                                                    "eks.amazonaws.com/nodegroup",    "alpha.eksctl.io/nodegroup-name",
                                                    "kubernetes.azure.com/agentpool", "agentpool"};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

void check(const PodContext& in, Report& report) {
  bool autoscaled = false;
  placement::for_each_label_key(in.pod, [&](std::string_view key, const Field&, bool required) {
    autoscaled = autoscaled || (required && names_node_pool(key));
  });
  if (!autoscaled) {
    return;
  }
  placement::for_each_label_key(in.pod, [&](std::string_view key, const Field& at, bool required) {
    if (required && placement::is_discovered_label(key)) {
      report.add(at,
                 "the label " + std::string(key) +
                     " comes only after a node has joined, so an autoscaler doesn't expect it of a new node",
                 "select a label that the node pool itself gives to its nodes");
    }
  });
}

} // namespace

extern const Rule discovered_label_on_autoscaled_pool;
const Rule discovered_label_on_autoscaled_pool{
    .info = {.code = "GPU221",
             .name = "discovered-label-on-autoscaled-pool",
             .summary = "A pod in a managed node pool selects nodes by a label that GPU Feature Discovery sets "
                        "later.",
             .rationale = "An autoscaler decides by the labels that a new node will have. A label that is "
                          "discovered on the running node isn't among them: a pool of size zero never grows for "
                          "this pod, or grows by several nodes before the first one has its labels.",
             .help = "Select by labels that the node pool gives to its nodes: the pool's name, an instance "
                     "type, the cloud's own accelerator label.",
             .action = Action::audit,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    karpenter.sh/nodepool: gpu
    nvidia.com/gpu.product: Tesla-T4
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
    karpenter.sh/nodepool: gpu
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity"},
             .references = {"kubernetes/autoscaler #929", "kubernetes/autoscaler #5278", "NVIDIA/gpu-operator #708"}},
    .check_pod = check};

} // namespace gpulint
