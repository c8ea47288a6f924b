// A toleration has the key of a pool's taint but another effect. Effects aren't ordered: PreferNoSchedule or NoExecute
// tolerate no NoSchedule taint.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/catalogue/placement/tolerated.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

bool is_effect(std::string_view effect) {
  return effect == "NoSchedule" || effect == "PreferNoSchedule" || effect == "NoExecute";
}

const Taint* missed_taint(const PodContext& in, const Toleration& toleration) {
  for (const Pool& pool : in.policy().pools) {
    const bool fits_another = std::any_of(pool.taints.begin(), pool.taints.end(),
                                          [&](const Taint& taint) { return toleration.tolerates(taint); });
    for (const Taint& taint : pool.taints) {
      Taint same_effect = taint;
      same_effect.effect = toleration.effect;
      if (taint.key == toleration.key && !fits_another && placement::keeps_out(taint) &&
          toleration.tolerates(same_effect) && !placement::is_tolerated(in.pod, taint)) {
        return &taint;
      }
    }
  }
  return nullptr;
}

void check(const PodContext& in, Report& report) {
  if (!placement::asks_for_accelerator(in.accelerators) && !in.pod.is_daemon) {
    return;
  }
  for (const Toleration& toleration : in.pod.tolerations) {
    if (toleration.key.empty() || !is_effect(toleration.effect)) {
      continue;
    }
    if (const Taint* taint = missed_taint(in, toleration)) {
      report.add(toleration.field["effect"],
                 "the toleration of " + std::string(toleration.key) + " has the effect " +
                     std::string(toleration.effect) + " and doesn't tolerate the taint " + taint->text(),
                 "write `effect: " + taint->effect + "`, or leave the effect out to tolerate every effect of this key");
    }
  }
}

} // namespace

extern const Rule toleration_effect_mismatch;
const Rule toleration_effect_mismatch{
    .info = {.code = "GPU203",
             .name = "toleration-effect-mismatch",
             .summary = "A toleration has the key of an accelerator taint but another effect.",
             .rationale = "A toleration counts only for taints of its own effect: one for PreferNoSchedule or "
                          "NoExecute doesn't let the pod onto a node tainted NoSchedule, and the pod stays Pending.",
             .help = "Write the effect of the taint, or leave `effect` out.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: PreferNoSchedule
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
             .fields = {"tolerations[].effect"},
             .references = {"k8s.io/api core/v1 toleration.go ToleratesTaint"}},
    .check_pod = check};

} // namespace gpulint
