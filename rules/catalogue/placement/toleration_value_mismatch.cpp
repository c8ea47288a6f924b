// A toleration for a pool's taint compares the value and names another one. The value differs from cluster to cluster
// (`true` where the taint was set by hand, `present` on GKE, none elsewhere), so such a toleration works on one of
// them.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/catalogue/placement/tolerated.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

const Taint* first_taint(const Policy& policy, std::string_view key) {
  for (const Pool& pool : policy.pools) {
    for (const Taint& taint : pool.taints) {
      if (taint.key == key && placement::keeps_out(taint)) {
        return &taint;
      }
    }
  }
  return nullptr;
}

/// The policy names this value for the key, in some pool.
bool is_named(const Policy& policy, const Toleration& toleration) {
  return std::any_of(policy.pools.begin(), policy.pools.end(), [&](const Pool& pool) {
    return std::any_of(pool.taints.begin(), pool.taints.end(), [&](const Taint& taint) {
      return taint.key == toleration.key && taint.value == toleration.value;
    });
  });
}

void check(const PodContext& in, Report& report) {
  if (!placement::asks_for_accelerator(in.accelerators) && !in.pod.is_daemon) {
    return;
  }
  for (const Toleration& toleration : in.pod.tolerations) {
    if (toleration.key.empty() || !(toleration.op.empty() || toleration.op == "Equal") ||
        !placement::has_kind(toleration.field["value"], Kind::string)) {
      continue;
    }
    const Taint* taint = first_taint(in.policy(), toleration.key);
    if (taint == nullptr || is_named(in.policy(), toleration) || placement::is_tolerated(in.pod, *taint)) {
      continue;
    }
    const Field value = toleration.field["value"];
    const std::string here = taint->value.empty() ? "; which value the nodes have differs from cluster to cluster"
                                                  : "; the taint here is " + taint->text();
    report.add(value ? value : toleration.field["key"],
               "the toleration of " + std::string(toleration.key) +
                   (toleration.value.empty()
                        ? std::string(" fits only taints without a value")
                        : " fits only taints with the value " + placement::quoted(toleration.value)) +
                   here,
               "write `operator: Exists` and leave the value out");
  }
}

} // namespace

extern const Rule toleration_value_mismatch;
const Rule toleration_value_mismatch{
    .info = {.code = "GPU202",
             .name = "toleration-value-mismatch",
             .summary = "A toleration compares the value of an accelerator taint and names another value than the "
                        "cluster has.",
             .rationale = "`Equal`, which is also what a missing operator means, wants the very same value. "
                          "Clusters differ: the taint's value is `true` here, `present` there, and nothing "
                          "elsewhere. With the wrong one the pod stays Pending although it seems to tolerate the "
                          "taint.",
             .help = "Write `operator: Exists` without a value: it tolerates the taint whatever its value.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Equal
    value: gpu-nodes
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
             .fields = {"tolerations[].value", "tolerations[].operator"},
             .references = {"k8s.io/api core/v1 toleration.go ToleratesTaint",
                            "GoogleCloudPlatform/container-engine-accelerators"}},
    .check_pod = check};

} // namespace gpulint
