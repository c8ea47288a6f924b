// The labelSelector of an anti-affinity term is what says from whom the pod keeps away. Missing or null it matches no
// pod at all, so the term does nothing; `{}` matches every pod of the namespace, and each of them keeps a GPU node from
// this one.
#include "rules/catalogue/placement/own_labels.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  if (in.pod.pod_anti_affinity.empty() || in.pod.partial || !placement::is_accelerator_pod(in)) {
    return;
  }
  for (const PodAffinityTerm& term : in.pod.pod_anti_affinity) {
    if (!term.label_selector) {
      report.add(term.label_selector.exists() ? term.label_selector : term.field,
                 "an anti-affinity term without labelSelector matches no pod, so it keeps nothing apart",
                 "write a labelSelector that matches the pods' own labels");
    } else if (placement::matches_everything(term.label_selector)) {
      report.add(term.label_selector,
                 "an empty labelSelector matches every pod" +
                     std::string(term.own_namespace ? " of the namespace" : "") +
                     "; the pod keeps away from all of them",
                 "write a labelSelector that matches the pods' own labels");
    }
  }
}

} // namespace

extern const Rule anti_affinity_selector_empty;
const Rule anti_affinity_selector_empty{
    .info = {.code = "GPU232",
             .name = "anti-affinity-selector-empty",
             .summary = "The labelSelector of an anti-affinity term is missing or empty.",
             .rationale = "Without a labelSelector the term matches no pod and spreads nothing, without a word. "
                          "With an empty one it matches every pod of the namespace and keeps this pod off nearly "
                          "all nodes.",
             .help = "Write the labels that the replicas have under labelSelector.matchLabels.",
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
             .fields = {"affinity.podAntiAffinity"},
             .references = {"k8s.io/api core/v1 types.go PodAffinityTerm"}},
    .check_pod = check};

} // namespace gpulint
