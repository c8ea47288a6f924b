// A node label about GPUs without a prefix, which the policy doesn't name. Nothing creates it by itself: somebody
// labels each node by hand, and forgets the next one. The labels of GPU Feature Discovery are there on their own.
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace gpulint {
namespace {

std::string_view standard_label(std::string_view key) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> twins = {{
      {"gpu-model", "nvidia.com/gpu.product"},
      {"gpu-type", "nvidia.com/gpu.product"},
      {"gpu_model", "nvidia.com/gpu.product"},
      {"gpu_type", "nvidia.com/gpu.product"},
      {"gputype", "nvidia.com/gpu.product"},
      {"gpu", "nvidia.com/gpu.present"},
      {"has-gpu", "nvidia.com/gpu.present"},
      {"gpu-count", "nvidia.com/gpu.count"},
      {"gpu-memory", "nvidia.com/gpu.memory"},
      {"cuda-version", "nvidia.com/cuda.runtime-version.full"},
  }};
  for (const auto& [twin, standard] : twins) {
    if (twin == key) {
      return standard;
    }
  }
  return {};
}

bool is_policys(const Policy& policy, std::string_view key) {
  return std::any_of(policy.pools.begin(), policy.pools.end(), [&](const Pool& pool) {
    return pool.classes.label == key || std::any_of(pool.node_labels.begin(), pool.node_labels.end(),
                                                    [&](const auto& label) { return label.first == key; });
  });
}

void check(const PodContext& in, Report& report) {
  placement::for_each_label_key(in.pod, [&](std::string_view key, const Field& at, bool) {
    const std::string_view standard = standard_label(key);
    if (standard.empty() || is_policys(in.policy(), key)) {
      return;
    }
    std::string message = "the node label " + std::string(key) + " exists only where somebody set it by hand";
    std::string help =
        "use " + std::string(standard) +
        ", which NVIDIA's GPU Feature Discovery sets (its values differ), or name the label in the policy";
    if (at.key() == key) {
      report.add_at_key(at, std::move(message), std::move(help));
    } else {
      report.add(at, std::move(message), std::move(help));
    }
  });
}

} // namespace

extern const Rule gpu_label_home_made;
const Rule gpu_label_home_made{
    .info = {.code = "GPU239",
             .name = "gpu-label-home-made",
             .summary = "A pod selects nodes by a home-made GPU label that the policy doesn't name.",
             .rationale = "Labels that people set by hand are missing on the next node that joins, and then the pod "
                          "finds no node. GPU Feature Discovery sets labels with the model, the memory and the "
                          "driver by itself.",
             .help = "Use the label of GPU Feature Discovery, or name your own one under the pool's nodeLabels "
                     "in the policy.",
             .action = Action::audit,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: gpu-model, operator: In, values: [A100, H100]}
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
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: nvidia.com/gpu.product, operator: In, values: [NVIDIA-A100-SXM4-80GB]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity"},
             .references = {"NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md"}},
    .check_pod = check};

} // namespace gpulint
