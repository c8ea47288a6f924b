// Two tolerations of one key and effect: one of them is superfluous or a leftover. Tools that append a toleration on
// every pass make such lists. Harmless to Kubernetes, so this is advice.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

/// Each toleration is compared with this many of the first ones; real pods have a handful.
constexpr std::size_t kCompared = 200;

bool same_effect(const Toleration& a, const Toleration& b) {
  return a.effect == b.effect || a.effect.empty() || b.effect.empty();
}

/// Everything that `b` tolerates, `a` tolerates already.
bool covers(const Toleration& a, const Toleration& b) {
  return (a.effect.empty() || a.effect == b.effect) && (a.exists_operator() || (a.op == b.op && a.value == b.value)) &&
         !a.field["tolerationSeconds"];
}

void check(const PodContext& in, Report& report) {
  const auto& tolerations = in.pod.tolerations;
  if (tolerations.size() < 2 || !placement::is_accelerator_pod(in)) {
    return;
  }
  for (std::size_t i = 1; i < tolerations.size(); ++i) {
    for (std::size_t j = 0; j < std::min(i, kCompared) && !tolerations[i].key.empty(); ++j) {
      const Toleration& earlier = tolerations[j];
      const Toleration& later = tolerations[i];
      if (earlier.key != later.key || !same_effect(earlier, later)) {
        continue;
      }
      if (covers(earlier, later) || covers(later, earlier)) {
        report.add(later.field, "the taint " + std::string(later.key) + " is tolerated twice",
                   "keep one of the two tolerations");
        break;
      }
      if (earlier.value != later.value) {
        report.add(later.field,
                   "the taint " + std::string(later.key) + " is tolerated with the values " +
                       placement::quoted(earlier.value) + " and " + placement::quoted(later.value),
                   "one toleration with `operator: Exists` tolerates every value");
        break;
      }
    }
  }
}

} // namespace

extern const Rule toleration_repeated;
const Rule toleration_repeated{
    .info = {.code = "GPU210",
             .name = "toleration-repeated",
             .summary = "A taint is tolerated twice in one pod.",
             .rationale = "Several tolerations of one key are hard to read, and an update that drops one of them is "
                          "refused, for tolerations of a running pod may only be added.",
             .help = "Keep one toleration, with `operator: Exists`.",
             .action = Action::audit,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
  - key: nvidia.com/gpu
    operator: Equal
    value: "true"
    effect: NoSchedule
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
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"tolerations"},
             .references = {"kyverno/policies #1235", "kubernetes/kubernetes #70502"}},
    .check_pod = check};

} // namespace gpulint
