// `Gt` on nvidia.com/gpu.memory. The label counts MiB, differs a little by driver and ECC, and Gt is strict: a bound
// that equals the nominal size of a card misses that very card. A bound of some tens was meant in GiB and excludes
// nothing.
#include "rules/catalogue/placement/node_labels.hpp"
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace gpulint {
namespace {

constexpr std::int64_t kMib = 1024;
constexpr std::int64_t kSmallestCard = 1024; ///< below it the number was meant in GiB

/// A model with this nominal memory, or a round number of GiB as cards have it.
bool is_nominal(const AcceleratorTable& table, std::int64_t bound) {
  const auto& models = table.models();
  return (bound >= 8 * kMib && bound % (8 * kMib) == 0) ||
         std::any_of(models.begin(), models.end(), [&](const CardModel& model) { return model.memory_mib == bound; });
}

void check(const PodContext& in, Report& report) {
  placement::for_each_expression(in.pod, [&](const SelectorRequirement& requirement, bool) {
    if (requirement.key != placement::kMemoryLabel || requirement.op != "Gt" || requirement.values.size() != 1) {
      return;
    }
    const auto bound = parse_int64(requirement.values.front());
    const Field at = requirement.field["values"][std::size_t{0}];
    if (!bound || *bound <= 0) {
      return;
    }
    if (*bound < kSmallestCard) {
      report.add(at, "nvidia.com/gpu.memory counts MiB, so Gt " + std::to_string(*bound) + " excludes no card",
                 "write the amount in MiB: " + std::to_string(*bound) + " GiB are " + std::to_string(*bound * kMib));
    } else if (is_nominal(in.environment.accelerators, *bound)) {
      report.add(at,
                 "Gt " + std::to_string(*bound) + " is strict: a card whose nvidia.com/gpu.memory is exactly " +
                     std::to_string(*bound) + " isn't matched, and drivers report a little more or less",
                 "write " + std::to_string(*bound - *bound * 3 / 100) +
                     " to include such cards, or a number well above to exclude them");
    }
  });
}

} // namespace

extern const Rule gpu_memory_bound_exact;
const Rule gpu_memory_bound_exact{
    .info = {.code = "GPU225",
             .name = "gpu-memory-bound-exact",
             .summary = "A lower bound on nvidia.com/gpu.memory equals the size of a card, or is in the wrong "
                        "unit.",
             .rationale = "Gt means more than, not at least. The label holds MiB as the driver counts them, some "
                          "percent beside the nominal size. With the nominal size as the bound it depends on the "
                          "driver whether the card is taken; with a bound in GiB every card is.",
             .help = "Write a number of MiB clearly between two sizes of cards: Gt 39000 takes cards of 40 GiB "
                     "and more.",
             .action = Action::warn,
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
          - {key: nvidia.com/gpu.memory, operator: Gt, values: ["40960"]}
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
          - {key: nvidia.com/gpu.memory, operator: Gt, values: ["39000"]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"affinity.nodeAffinity"},
             .references = {"k8s.io/component-helpers scheduling/corev1/nodeaffinity",
                            "NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md",
                            "kubernetes-sigs/kueue #2391"}},
    .check_pod = check};

} // namespace gpulint
