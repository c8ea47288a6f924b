// What the API refuses in the labelSelector of (anti-)affinity and spreading: Gt and Lt, which only node selectors
// know, In without values, Exists with values, and what can't be a label.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/label.hpp"
#include "rules/kubernetes/placeholder.hpp"

#include <string>
#include <utility>

namespace gpulint {
namespace {

std::string grammar_fault(const Field& expression) {
  const Field key = expression["key"];
  if (placement::has_kind(key, Kind::string) && !is_label_key(key.text()) && !is_placeholder(key.text())) {
    return placement::quoted(key.text()) + " can't be the key of a label";
  }
  for (const Field value : expression["values"].children()) {
    if (!is_label_value(value.text()) && !is_placeholder(value.text())) {
      return placement::quoted(value.text()) + " can't be the value of a label";
    }
  }
  return {};
}

/// What is wrong with an expression; empty if nothing is, or if a value has a wrong kind (told by another rule).
std::string fault(const Field& expression) {
  const Field values = expression["values"];
  const Field op_field = expression["operator"];
  if (!placement::has_kind(values, Kind::sequence) || !placement::has_kind(op_field, Kind::string)) {
    return {};
  }
  const std::string op(op_field.text());
  if ((op == "In" || op == "NotIn") && values.size() == 0) {
    return op + " has no values";
  }
  if ((op == "Exists" || op == "DoesNotExist") && values.size() > 0) {
    return op + " has values";
  }
  if (op != "In" && op != "NotIn" && op != "Exists" && op != "DoesNotExist") {
    return op == "Gt" || op == "Lt" ? op + " is an operator of node affinity only"
                                    : placement::quoted(op) + " is no operator of a labelSelector";
  }
  return grammar_fault(expression);
}

void look(const PodContext& in, const Field& selector, Report& report) {
  if (!selector.is(Kind::mapping)) {
    return;
  }
  for (const Field label : selector["matchLabels"].children()) {
    if (is_placeholder(label.key()) || is_placeholder(label.text())) {
      continue;
    }
    if (!is_label_key(label.key()) || !is_label_value(label.text())) {
      const std::string text(is_label_key(label.key()) ? label.text() : label.key());
      report
          .add(label, placement::quoted(text) + " can't be part of a label; Kubernetes refuses the pod",
               "write the labels as the pods have them")
          .cap(placement::refusal(in));
    }
  }
  for (const Field expression : selector["matchExpressions"].children()) {
    if (std::string what = expression.is(Kind::mapping) ? fault(expression) : std::string(); !what.empty()) {
      report
          .add(expression, std::move(what) + "; Kubernetes refuses the pod",
               "a labelSelector knows In and NotIn with values, Exists and DoesNotExist without")
          .cap(placement::refusal(in));
    }
  }
}

void check(const PodContext& in, Report& report) {
  for (const auto* terms : {&in.pod.pod_affinity, &in.pod.pod_anti_affinity}) {
    for (const PodAffinityTerm& term : *terms) {
      look(in, term.label_selector, report);
      look(in, term.field["namespaceSelector"], report);
    }
  }
  const Field constraints = in.pod.get("topologySpreadConstraints");
  if (constraints.is(Kind::sequence)) {
    for (const Field constraint : constraints.children()) {
      look(in, constraint["labelSelector"], report);
    }
  }
}

} // namespace

extern const Rule pod_selector_invalid;
const Rule pod_selector_invalid{
    .info = {.code = "GPU242",
             .name = "pod-selector-invalid",
             .summary = "A labelSelector for pods has an expression that Kubernetes refuses.",
             .rationale = "Selectors of pods know In and NotIn with values, Exists and DoesNotExist without. Gt and "
                          "Lt are for node affinity. Kubernetes refuses a pod with anything else.",
             .help = "Write matchLabels, or an expression with In, NotIn, Exists or DoesNotExist.",
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
              labelSelector: {matchExpressions: [{key: app, operator: In}]}
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
              labelSelector: {matchExpressions: [{key: app, operator: In, values: [inference]}]}
              topologyKey: kubernetes.io/hostname
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
             .fields = {"affinity.podAntiAffinity", "affinity.podAffinity", "topologySpreadConstraints"},
             .references = {"k8s.io/apimachinery pkg/apis/meta/v1/validation ValidateLabelSelector"}},
    .check_pod = check};

} // namespace gpulint
