// Gt and Lt compare integers. What is no integer (`40Gi`, `12.4`) passes the API's validation; in a required term it
// matches no node, in a preferred term the scheduler fails on the pod as soon as it has two nodes to choose from (the
// error of NewPreferredSchedulingTerms, which the NodeAffinity plugin's PreScore returns).
#include "rules/catalogue/placement/node_labels.hpp"
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/label.hpp"

#include <string>

namespace gpulint {
namespace {

std::string help_for(std::string_view key, std::string_view value) {
  if (key == placement::kMemoryLabel) {
    return "write the amount in MiB as a whole number: 40 GiB are 40960";
  }
  if (value.find('.') != std::string_view::npos && key.starts_with("nvidia.com/")) {
    return "compare the major and the minor number apart: labels such as nvidia.com/cuda.runtime-version.major hold "
           "one integer each";
  }
  return "write a whole number, in quotes";
}

void check(const PodContext& in, Report& report) {
  placement::for_each_expression(in.pod, [&](const SelectorRequirement& requirement, bool required) {
    const Field values = requirement.field["values"];
    if ((requirement.op != "Gt" && requirement.op != "Lt") || values.size() != 1 || requirement.values.size() != 1) {
      return;
    }
    const std::string_view value = requirement.values.front();
    if (parse_int64(value) || !is_label_value(value)) {
      return;
    }
    report
        .add(values[std::size_t{0}],
             std::string(requirement.op) + " compares whole numbers and " + placement::quoted(value) + " is none; " +
                 (required ? "this term matches no node"
                           : "the scheduler fails on the pod wherever several nodes could take it"),
             help_for(requirement.key, value))
        .cap(required ? placement::action_of_dead_term(in) : Action::warn);
  });
}

} // namespace

extern const Rule node_affinity_not_an_integer;
const Rule node_affinity_not_an_integer{
    .info = {.code = "GPU224",
             .name = "node-affinity-not-an-integer",
             .summary = "Gt or Lt has a value that isn't a whole number.",
             .rationale = "The API accepts the pod, and then no node matches: the comparison knows whole numbers "
                          "only. If no other term can match, the pod stays Pending for ever. In a preferred term "
                          "the scheduler reports an error and doesn't place the pod.",
             .help = "Write a whole number in quotes, in the unit of the label: nvidia.com/gpu.memory counts "
                     "MiB.",
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
          - {key: nvidia.com/gpu.memory, operator: Gt, values: [40Gi]}
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
          - {key: nvidia.com/gpu.memory, operator: Gt, values: ["40000"]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"affinity.nodeAffinity"},
             .references = {"k8s.io/component-helpers scheduling/corev1/nodeaffinity",
                            "k8s.io/kubernetes pkg/scheduler/framework/plugins/nodeaffinity"}},
    .check_pod = check};

} // namespace gpulint
