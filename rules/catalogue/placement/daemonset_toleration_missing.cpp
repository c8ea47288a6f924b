// A DaemonSet that is meant for GPU nodes (it selects them, or is a known agent for them) without a toleration for
// their taint: no pod is made for these nodes and nothing says so. DaemonSet pods get tolerations for the conditions of
// nodes, none for GPU taints.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/catalogue/placement/tolerated.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

/// Agents that are of use on GPU nodes only.
bool is_gpu_agent(std::string_view image) {
  constexpr std::array<std::string_view, 5> agents = {"dcgm-exporter", "nvidia/k8s-device-plugin",
                                                      "gpu-feature-discovery", "nvidia/dcgm", "nvidia-gpu-exporter"};
  return std::any_of(agents.begin(), agents.end(),
                     [&](std::string_view agent) { return image.find(agent) != std::string_view::npos; });
}

/// Why the DaemonSet is meant for the pool's nodes; empty if nothing says so.
std::string reason(const PodContext& in, const Pool& pool) {
  for (const Signal& signal : in.accelerators.signals) {
    if (signal.pool == &pool &&
        (signal.kind == SignalKind::node_selector || signal.kind == SignalKind::node_affinity)) {
      return signal.what;
    }
  }
  if (!pool.has_resource("nvidia.com/gpu")) {
    return {};
  }
  for (const Field entry : in.pod.node_selector().children()) {
    if (entry.key().starts_with("nvidia.com/gpu.deploy.") && entry.text() == "true") {
      return "selects nodes by " + std::string(entry.key());
    }
  }
  for (const Container& container : in.pod.containers) {
    if (is_gpu_agent(container.image)) {
      return "runs " + std::string(container.image);
    }
  }
  return {};
}

void check(const PodContext& in, Report& report) {
  if (!in.pod.is_daemon || in.pod.partial || in.accelerators.asks_by_resource()) {
    return; // what asks for a device is told by toleration-missing
  }
  for (const Pool& pool : in.policy().pools) {
    const auto taint = std::find_if(pool.taints.begin(), pool.taints.end(), [&](const Taint& candidate) {
      return placement::keeps_out(candidate) && !placement::is_tolerated(in.pod, candidate) &&
             !placement::is_attempted(in.pod, candidate);
    });
    if (taint == pool.taints.end()) {
      continue;
    }
    if (const std::string why = reason(in, pool); !why.empty()) {
      report.add(in.pod.get("tolerations"),
                 "the DaemonSet " + why + " but doesn't tolerate " + taint->text() +
                     "; it makes no pod for tainted GPU nodes, and no event tells",
                 "add to tolerations: {key: " + taint->key + ", operator: Exists, effect: " + taint->effect + "}");
      return;
    }
  }
}

} // namespace

extern const Rule daemonset_toleration_missing;
const Rule daemonset_toleration_missing{
    .info = {.code = "GPU212",
             .name = "daemonset-toleration-missing",
             .summary = "A DaemonSet for GPU nodes doesn't tolerate their taint.",
             .rationale = "The DaemonSet controller makes no pod for a node whose taint isn't tolerated: the "
                          "desired number is simply lower. GPU nodes stay without their exporter, plugin or agent, "
                          "and no event tells.",
             .help = "Add a toleration with `operator: Exists` for the pool's taint, or a blanket one: an "
                     "agent of every node may tolerate everything.",
             .action = Action::warn,
             .bad = R"(apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: inference
spec:
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      nodeSelector:
        nvidia.com/gpu.present: "true"
      containers:
      - name: exporter
        image: nvcr.io/nvidia/k8s/dcgm-exporter:4.1.1-4.0.4-ubuntu22.04
)",
             .good = R"(apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: inference
spec:
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      nodeSelector:
        nvidia.com/gpu.present: "true"
      tolerations:
      - key: nvidia.com/gpu
        operator: Exists
        effect: NoSchedule
      containers:
      - name: exporter
        image: nvcr.io/nvidia/k8s/dcgm-exporter:4.1.1-4.0.4-ubuntu22.04
)",
             .fields = {"tolerations", "nodeSelector", "affinity.nodeAffinity", "containers[].image"},
             .references = {"NVIDIA/dcgm-exporter #731", "NVIDIA/gpu-operator #2717", "eksctl-io/eksctl #2982"}},
    .check_pod = check};

} // namespace gpulint
