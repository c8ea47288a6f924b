// Anti-affinity of a replicated workload whose selectors match other pods only: the replicas may all land on one
// machine. Usually the labels were changed and the selector wasn't. Keeping away from another application is all right
// beside a term that does match.
#include "rules/catalogue/placement/own_labels.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>

namespace gpulint {
namespace {

bool may_match(const PodAffinityTerm& term, const PodContext& in) {
  return !term.own_namespace || (term.label_selector && !placement::surely_misses_own_pods(term.label_selector, in));
}

void check(const PodContext& in, Report& report) {
  const auto& terms = in.pod.pod_anti_affinity;
  if (terms.empty() || !placement::is_replicated_service(in, 2) || !placement::is_accelerator_pod(in) ||
      in.pod.get("topologySpreadConstraints").size() > 0 ||
      std::any_of(terms.begin(), terms.end(), [&](const PodAffinityTerm& term) { return may_match(term, in); })) {
    return;
  }
  for (const PodAffinityTerm& term : terms) {
    if (term.label_selector) {
      report.add(term.label_selector,
                 "the anti-affinity doesn't match the labels of the pod itself, so its replicas may share one node",
                 "repeat the labels of the pod template under labelSelector.matchLabels");
      return;
    }
  }
}

} // namespace

extern const Rule anti_affinity_misses_own_pods;
const Rule anti_affinity_misses_own_pods{
    .info = {.code = "GPU233",
             .name = "anti-affinity-misses-own-pods",
             .summary = "The anti-affinity of a replicated workload doesn't match its own pods.",
             .rationale = "Replicas keep apart only if the selector matches their own labels. If it matches others "
                          "only, all of them may land on one GPU node and fail with it.",
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
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 100
            podAffinityTerm:
              labelSelector: {matchLabels: {app: gpu-inference}}
              topologyKey: kubernetes.io/hostname
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
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 100
            podAffinityTerm:
              labelSelector: {matchLabels: {app: inference}}
              topologyKey: kubernetes.io/hostname
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
             .fields = {"affinity.podAntiAffinity", "metadata.labels"},
             .references = {"k8s.io/api core/v1 types.go PodAffinityTerm"}},
    .check_pod = check};

} // namespace gpulint
