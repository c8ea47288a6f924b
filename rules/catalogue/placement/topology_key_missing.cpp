// Every term of pod affinity and anti-affinity, and every spread constraint, needs a topologyKey: the API refuses it
// otherwise.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/label.hpp"
#include "rules/kubernetes/placeholder.hpp"

#include <string>

namespace gpulint {
namespace {

/// The API checks the grammar of the key in affinity, not in spread constraints.
void look(const PodContext& in, const Field& term, std::string_view what, bool with_grammar, Report& report) {
  const Field key = term["topologyKey"];
  if (!term.is(Kind::mapping) || !placement::has_kind(key, Kind::string)) {
    return;
  }
  if (!key.text().empty()) {
    if (with_grammar && !is_label_key(key.text()) && !is_placeholder(key.text())) {
      report.add(key, placement::quoted(key.text()) + " can't be the key of a label; Kubernetes refuses the pod")
          .cap(placement::refusal(in));
    }
    return;
  }
  report
      .add(key.exists() ? key : term, std::string(what) + " has no topologyKey; Kubernetes refuses the pod",
           "write `topologyKey: kubernetes.io/hostname` for nodes, or topology.kubernetes.io/zone for zones")
      .cap(placement::refusal(in));
}

void check(const PodContext& in, Report& report) {
  for (const PodAffinityTerm& term : in.pod.pod_affinity) {
    look(in, term.field, "a term of pod affinity", true, report);
  }
  for (const PodAffinityTerm& term : in.pod.pod_anti_affinity) {
    look(in, term.field, "a term of pod anti-affinity", true, report);
  }
  if (in.pod.partial) {
    return;
  }
  const Field constraints = in.pod.get("topologySpreadConstraints");
  if (constraints.is(Kind::sequence)) {
    for (const Field constraint : constraints.children()) {
      look(in, constraint, "a topology spread constraint", false, report);
    }
  }
}

} // namespace

extern const Rule topology_key_missing;
const Rule topology_key_missing{
    .info = {.code = "GPU234",
             .name = "topology-key-missing",
             .summary = "A term of pod affinity or a spread constraint has no topologyKey.",
             .rationale = "Kubernetes refuses the pod: without the key nobody knows whether pods are to keep apart "
                          "by node or by zone.",
             .help = "Write `topologyKey: kubernetes.io/hostname`, or topology.kubernetes.io/zone.",
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
              labelSelector: {matchLabels: {app: inference}}
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
             .fields = {"affinity.podAntiAffinity", "affinity.podAffinity", "topologySpreadConstraints"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go validatePodAffinityTerm"}},
    .check_pod = check};

} // namespace gpulint
