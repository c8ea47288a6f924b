// matchLabelKeys and mismatchLabelKeys refine a labelSelector. Without one the API refuses them, and a key of
// matchLabelKeys may not stand in the selector as well.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

bool is_in_selector(const Field& selector, std::string_view key) {
  if (selector["matchLabels"][key].exists()) {
    return true;
  }
  for (const Field expression : selector["matchExpressions"].children()) {
    if (expression["key"].text() == key) {
      return true;
    }
  }
  return false;
}

void check_repeated(const PodContext& in, const Field& keys, const Field& selector, Report& report) {
  for (const Field key : keys.children()) {
    // The API server adds `<key> in (<the pod's value>)` to the selector before it validates a Pod, and refuses a key
    // that is there twice then; it takes the template of a controller.
    if (key.is(Kind::string) && in.pod.labels[key.text()].exists() && is_in_selector(selector, key.text())) {
      report
          .add(key,
               placement::quoted(key.text()) +
                   " stands in matchLabelKeys and in labelSelector; Kubernetes refuses the pods",
               "keep it in one of the two")
          .cap(Action::warn);
    }
  }
}

void check_opposed(const PodContext& in, const Field& term, Report& report) {
  for (const Field key : term["matchLabelKeys"].children()) {
    for (const Field other : term["mismatchLabelKeys"].children()) {
      if (key.is(Kind::string) && key.text() == other.text()) {
        report
            .add(key,
                 placement::quoted(key.text()) +
                     " stands in matchLabelKeys and in mismatchLabelKeys; Kubernetes refuses the pod",
                 "keep it in one of the two")
            .cap(placement::refusal(in));
      }
    }
  }
}

void look(const PodContext& in, const Field& term, Report& report) {
  check_opposed(in, term, report);
  const Field selector = term["labelSelector"];
  for (const char* name : {"matchLabelKeys", "mismatchLabelKeys"}) {
    const Field keys = term[name];
    if (!keys.is(Kind::sequence) || keys.size() == 0) {
      continue;
    }
    if (!selector) {
      report
          .add(keys, std::string(name) + " stands there without labelSelector; Kubernetes refuses the pod",
               "write a labelSelector, or remove " + std::string(name))
          .cap(placement::refusal(in));
    } else if (keys.key() == "matchLabelKeys") {
      check_repeated(in, keys, selector, report);
    }
  }
}

void check(const PodContext& in, Report& report) {
  if (in.pod.partial) {
    return;
  }
  for (const auto* terms : {&in.pod.pod_affinity, &in.pod.pod_anti_affinity}) {
    for (const PodAffinityTerm& term : *terms) {
      look(in, term.field, report);
    }
  }
  const Field constraints = in.pod.get("topologySpreadConstraints");
  if (constraints.is(Kind::sequence)) {
    for (const Field constraint : constraints.children()) {
      look(in, constraint, report);
    }
  }
}

} // namespace

extern const Rule match_label_keys_invalid;
const Rule match_label_keys_invalid{
    .info =
        {.code = "GPU240",
         .name = "match-label-keys-invalid",
         .summary = "matchLabelKeys or mismatchLabelKeys has no labelSelector beside it, or repeats a key.",
         .rationale = "Kubernetes refuses the pod: the keys only refine a labelSelector, and each may stand in "
                      "one place only.",
         .help = "Write a labelSelector, and name each key in one place.",
         .action = Action::deny,
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
              matchLabelKeys: [pod-template-hash]
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
              matchLabelKeys: [pod-template-hash]
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
         .fields = {"affinity.podAntiAffinity", "affinity.podAffinity", "topologySpreadConstraints"},
         .references =
             {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateMatchLabelKeysAndMismatchLabelKeys"}},
    .check_pod = check};

} // namespace gpulint
