// In and NotIn need at least one value, Exists and DoesNotExist none, Gt and Lt exactly one: the API refuses anything
// else.
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

/// What is wrong with the number of values; empty if nothing is.
std::string fault(std::string_view op, std::size_t count) {
  if ((op == "In" || op == "NotIn") && count == 0) {
    return std::string(op) + " has no values";
  }
  if ((op == "Exists" || op == "DoesNotExist") && count > 0) {
    return std::string(op) + " has values";
  }
  if ((op == "Gt" || op == "Lt") && count != 1) {
    return std::string(op) + (count == 0 ? " has no value" : " has more than one value");
  }
  return {};
}

std::string help_for(std::string_view op) {
  if (op == "In" || op == "NotIn") {
    return "list the values that the label may or may not have";
  }
  return op == "Gt" || op == "Lt" ? "write exactly one number, in quotes, in the list `values`"
                                  : "leave `values` out, or write `operator: In`";
}

void check(const PodContext& in, Report& report) {
  placement::for_each_expression(in.pod, [&](const SelectorRequirement& requirement, bool) {
    const Field values = requirement.field["values"];
    if (!placement::has_kind(values, Kind::sequence)) {
      return;
    }
    if (const std::string what = fault(requirement.op, values.size()); !what.empty()) {
      report
          .add(values ? values : requirement.field,
               "the expression on " + std::string(requirement.key) + ": " + what + "; Kubernetes refuses the pod",
               help_for(requirement.op))
          .cap(placement::refusal(in));
    }
  });
}

} // namespace

extern const Rule node_affinity_values_count;
const Rule node_affinity_values_count{
    .info =
        {.code = "GPU223",
         .name = "node-affinity-values-count",
         .summary = "An expression of node affinity has the wrong number of values.",
         .rationale = "Kubernetes refuses the pod: In and NotIn want at least one value, Exists and "
                      "DoesNotExist none, Gt and Lt exactly one.",
         .help = "Give In and NotIn their values, leave them out for Exists and DoesNotExist, and give Gt "
                 "and Lt one number.",
         .action = Action::deny,
         .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: nvidia.com/gpu.product, operator: In}
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
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: nvidia.com/gpu.product, operator: In, values: [NVIDIA-A100-SXM4-80GB]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .fields = {"affinity.nodeAffinity"},
         .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateNodeSelectorRequirement"}},
    .check_pod = check};

} // namespace gpulint
