// A toleration without a key and with Exists tolerates every taint there is: the fence round the GPU nodes is gone, and
// a pod that needs no GPU may fill their CPUs and memory. Node agents rightly tolerate everything.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/catalogue/placement/tolerated.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

/// Some accelerator pool is fenced off by a taint that this toleration takes down.
bool opens_a_pool(const Policy& policy, const Toleration& toleration) {
  return std::any_of(policy.pools.begin(), policy.pools.end(), [&](const Pool& pool) {
    return std::any_of(pool.taints.begin(), pool.taints.end(),
                       [&](const Taint& taint) { return placement::keeps_out(taint) && toleration.tolerates(taint); });
  });
}

void check(const PodContext& in, Report& report) {
  if (in.pod.tolerations.empty() || placement::is_node_agent(in)) {
    return;
  }
  for (const Toleration& toleration : in.pod.tolerations) {
    if (!toleration.is_blanket() || !placement::has_kind(toleration.field["key"], Kind::string) ||
        !opens_a_pool(in.policy(), toleration)) {
      continue;
    }
    const bool wants_gpu = placement::asks_for_accelerator(in.accelerators);
    const std::string scope =
        toleration.effect.empty() ? "every taint" : "every " + std::string(toleration.effect) + " taint";
    RawFinding& finding =
        report.add(toleration.field,
                   wants_gpu ? "the pod tolerates " + scope + ", also those of nodes that are closed or failing"
                             : "the pod tolerates " + scope + " and may take CPU and memory of nodes with accelerators",
                   wants_gpu ? "name the taint, such as `key: nvidia.com/gpu`"
                             : "name the taints that the pod has to tolerate by their keys");
    finding.cap(wants_gpu ? Action::audit : Action::warn);
    return;
  }
}

} // namespace

extern const Rule blanket_toleration;
const Rule blanket_toleration{
    .info = {.code = "GPU211",
             .name = "blanket-toleration",
             .summary = "A pod that isn't a node agent tolerates every taint.",
             .rationale = "With such a toleration the taints of GPU nodes protect nothing: a pod without a GPU may "
                          "fill the CPUs and the memory of a node whose cards then can't be used, and pods land on "
                          "nodes that are being drained.",
             .help = "Name the keys of the taints that the pod needs to tolerate, or none.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  tolerations:
  - operator: Exists
  containers:
  - name: web
    image: nginx:1.27
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  tolerations:
  - key: team
    operator: Equal
    value: web
    effect: NoSchedule
  containers:
  - name: web
    image: nginx:1.27
)",
             .fields = {"tolerations"},
             .references = {"k8s.io/api core/v1 toleration.go ToleratesTaint"}},
    .check_pod = check};

} // namespace gpulint
