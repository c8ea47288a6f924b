// A spread constraint counts the pods that its labelSelector matches. Without one, or with one that doesn't match the
// pod's own labels, the new pod isn't counted and nothing is spread.
#include "rules/catalogue/placement/own_labels.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const Field constraints = in.pod.get("topologySpreadConstraints");
  if (!constraints.is(Kind::sequence) || constraints.size() == 0 || in.pod.partial ||
      !placement::is_accelerator_pod(in)) {
    return;
  }
  for (const Field constraint : constraints.children()) {
    const Field selector = constraint["labelSelector"];
    if (!selector) {
      report.add(selector.exists() ? selector : constraint,
                 "a spread constraint without labelSelector counts no pod, so it spreads nothing",
                 "repeat the labels of the pod under labelSelector.matchLabels");
    } else if (placement::surely_misses_own_pods(selector, in)) {
      report.add(selector,
                 "the spread constraint doesn't count the pod itself: its labelSelector doesn't match the pod's labels",
                 "repeat the labels of the pod under labelSelector.matchLabels");
    }
  }
}

} // namespace

extern const Rule spread_selector_misses_own_pods;
const Rule spread_selector_misses_own_pods{
    .info = {.code = "GPU237",
             .name = "spread-selector-misses-own-pods",
             .summary = "The labelSelector of a spread constraint doesn't match the pod's own labels.",
             .rationale = "Only pods that the labelSelector matches are counted. If it misses the pods themselves, "
                          "they aren't spread at all, and another application decides where they may go.",
             .help = "Write the labels of the pod template under labelSelector.matchLabels.",
             .action = Action::warn,
             .bad = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: inference
spec:
  replicas: 2
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: kubernetes.io/hostname
        whenUnsatisfiable: ScheduleAnyway
        labelSelector: {matchLabels: {app: gpu-inference}}
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: inference
spec:
  replicas: 2
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: kubernetes.io/hostname
        whenUnsatisfiable: ScheduleAnyway
        labelSelector: {matchLabels: {app: inference}}
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
             .fields = {"topologySpreadConstraints", "metadata.labels"},
             .references = {"k8s.io/api core/v1 types.go TopologySpreadConstraint"}},
    .check_pod = check};

} // namespace gpulint
