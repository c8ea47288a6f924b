// Zones and hosts have standard labels. Short or old names (`zone`, `hostname`, failure-domain.beta.kubernetes.io/zone)
// are on no node unless somebody put them there: a required term then matches nothing, a preference or a spreading
// counts for nothing.
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <array>
#include <string>
#include <utility>

namespace gpulint {
namespace {

std::string_view standard_key(std::string_view key) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> keys = {{
      {"zone", "topology.kubernetes.io/zone"},
      {"region", "topology.kubernetes.io/region"},
      {"hostname", "kubernetes.io/hostname"},
      {"availability-zone", "topology.kubernetes.io/zone"},
      {"kubernetes.io/zone", "topology.kubernetes.io/zone"},
      {"kubernetes.io/region", "topology.kubernetes.io/region"},
      {"topology.kubernetes.io/hostname", "kubernetes.io/hostname"},
      {"failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"},
      {"failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"},
  }};
  for (const auto& [other, standard] : keys) {
    if (other == key) {
      return standard;
    }
  }
  return {};
}

void look(std::string_view key, const Field& at, Action action, Report& report) {
  const std::string_view standard = standard_key(key);
  if (standard.empty()) {
    return;
  }
  std::string message =
      "nodes don't have the label " + std::string(key) + " by themselves; the standard one is " + std::string(standard);
  std::string help = "write " + std::string(standard);
  RawFinding& finding = at.key() == key ? report.add_at_key(at, std::move(message), std::move(help))
                                        : report.add(at, std::move(message), std::move(help));
  finding.cap(action);
}

void check(const PodContext& in, Report& report) {
  if (!placement::is_accelerator_pod(in)) {
    return;
  }
  placement::for_each_label_key(in.pod, [&](std::string_view key, const Field& at, bool required) {
    look(key, at, required ? Action::warn : Action::audit, report);
  });
  for (const auto* terms : {&in.pod.pod_affinity, &in.pod.pod_anti_affinity}) {
    for (const PodAffinityTerm& term : *terms) {
      look(term.topology_key, term.field["topologyKey"], Action::warn, report);
    }
  }
  const Field constraints = in.pod.get("topologySpreadConstraints");
  for (const Field constraint : constraints.children()) {
    const Field key = constraint["topologyKey"];
    look(key.text(), key, Action::warn, report);
  }
}

} // namespace

extern const Rule topology_key_nonstandard;
const Rule topology_key_nonstandard{
    .info = {.code = "GPU238",
             .name = "topology-key-nonstandard",
             .summary = "A zone, region or host is named by a label that nodes don't have.",
             .rationale = "Kubernetes and the clouds label nodes with topology.kubernetes.io/zone, "
                          "topology.kubernetes.io/region and kubernetes.io/hostname. By another key a required term "
                          "finds no node, and a preference or a spreading counts for nothing.",
             .help = "Write topology.kubernetes.io/zone, topology.kubernetes.io/region or "
                     "kubernetes.io/hostname.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    zone: zone-a
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
    topology.kubernetes.io/zone: zone-a
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity", "affinity.podAffinity", "affinity.podAntiAffinity",
                        "topologySpreadConstraints"},
             .references = {"kubernetes/website content/en/docs/concepts/scheduling-eviction/assign-pod-node.md"}},
    .check_pod = check};

} // namespace gpulint
