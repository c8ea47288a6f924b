// Node affinity knows In, NotIn, Exists, DoesNotExist, Gt and Lt, spelt so. The API refuses anything else, Equal
// included.
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

bool is_operator(std::string_view op) {
  constexpr std::array<std::string_view, 6> operators = {"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"};
  return std::find(operators.begin(), operators.end(), op) != operators.end();
}

std::string help_for(std::string_view op) {
  if (op == "Equal" || op == "Equals" || op == "=" || op == "==" || op == "in" || op == "IN") {
    return "write `operator: In` with the value in the list `values`";
  }
  if (op == "Gte" || op == "Ge" || op == ">=") {
    return "write `operator: Gt` with the number below: Gt 39 means 40 and more";
  }
  if (op == "Lte" || op == "Le" || op == "<=") {
    return "write `operator: Lt` with the number above: Lt 41 means 40 and less";
  }
  return {};
}

void check(const PodContext& in, Report& report) {
  placement::for_each_expression(in.pod, [&](const SelectorRequirement& requirement, bool) {
    const Field op = requirement.field["operator"];
    if (is_operator(requirement.op) || !placement::has_kind(op, Kind::string)) {
      return;
    }
    const std::string what = requirement.op.empty()
                                 ? "an expression on " + std::string(requirement.key) + " has no operator"
                                 : placement::quoted(requirement.op) + " is no operator of node affinity";
    report.add(op ? op : requirement.field, what + "; Kubernetes refuses the pod", help_for(requirement.op))
        .cap(placement::refusal(in));
  });
}

} // namespace

extern const Rule node_affinity_operator_unknown;
const Rule node_affinity_operator_unknown{
    .info =
        {.code = "GPU222",
         .name = "node-affinity-operator-unknown",
         .summary = "An expression of node affinity has an operator that doesn't exist.",
         .rationale = "Kubernetes refuses a pod whose node affinity uses another operator than In, NotIn, "
                      "Exists, DoesNotExist, Gt and Lt; letters count as they are written.",
         .help = "Write In, NotIn, Exists, DoesNotExist, Gt or Lt.",
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
          - {key: nvidia.com/gpu.memory, operator: Gte, values: ["40000"]}
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
          - {key: nvidia.com/gpu.memory, operator: Gt, values: ["39999"]}
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
