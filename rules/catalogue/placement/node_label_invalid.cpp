// Keys and values in nodeSelector and required node affinity have to be labels. A value with spaces is the classic: the
// name that nvidia-smi prints has them, the label has dashes in their place. In preferred terms the API takes any
// value, and the scheduler then fails on the pod as soon as it has two nodes to choose from.
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/label.hpp"
#include "rules/kubernetes/placeholder.hpp"

#include <string>
#include <utility>

namespace gpulint {
namespace {

/// What GPU Feature Discovery makes of a card's name: dashes for spaces, the rest outside of the grammar dropped.
std::string as_label(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool kept =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
    if (kept) {
      out += c;
    } else if (c == ' ') {
      out += '-';
    }
  }
  return is_label_value(out) ? out : std::string();
}

void refuse(const PodContext& in, Report& report, const Field& at, bool is_key, std::string_view text, bool required) {
  if (is_placeholder(text)) {
    return;
  }
  std::string message =
      placement::quoted(text) + (is_key ? " can't be the key of a label" : " can't be the value of a label");
  message += required ? "; Kubernetes refuses the pod"
                      : "; the scheduler fails on the pod wherever several nodes could take it";
  const std::string better = is_key ? std::string() : as_label(text);
  std::string help =
      better.empty() ? std::string() : "write " + placement::quoted(better) + ", the form that node labels have";
  RawFinding& finding = is_key && at.key() == text ? report.add_at_key(at, std::move(message), std::move(help))
                                                   : report.add(at, std::move(message), std::move(help));
  finding.cap(required ? placement::refusal(in) : Action::warn);
}

void check_selector(const PodContext& in, Report& report) {
  const Field selector = in.pod.node_selector();
  if (!selector.is(Kind::mapping)) {
    return;
  }
  for (const Field entry : selector.children()) {
    if (!is_label_key(entry.key())) {
      refuse(in, report, entry, true, entry.key(), true);
    }
    if (entry.is(Kind::string) && !is_label_value(entry.text())) {
      refuse(in, report, entry, false, entry.text(), true);
    }
  }
}

void check(const PodContext& in, Report& report) {
  check_selector(in, report);
  placement::for_each_expression(in.pod, [&](const SelectorRequirement& requirement, bool required) {
    const Field key = requirement.field["key"];
    if (placement::has_kind(key, Kind::string) && !is_label_key(requirement.key)) {
      refuse(in, report, key ? key : requirement.field, true, requirement.key, true);
    }
    for (const Field value : requirement.field["values"].children()) {
      if (value.is(Kind::string) && !is_label_value(value.text())) {
        refuse(in, report, value, false, value.text(), required);
      }
    }
  });
}

} // namespace

extern const Rule node_label_invalid;
const Rule node_label_invalid{
    .info = {.code = "GPU217",
             .name = "node-label-invalid",
             .summary = "A nodeSelector or a node affinity has a key or a value that no label can have.",
             .rationale = "Kubernetes refuses the pod: labels hold at most 63 letters, digits, `-`, `_` and `.`. No "
                          "node could have such a label.",
             .help = "Write the label as `kubectl get nodes --show-labels` prints it: names of cards have "
                     "dashes there instead of spaces.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.product: NVIDIA GeForce RTX 4090
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
  nodeSelector:
    nvidia.com/gpu.product: NVIDIA-GeForce-RTX-4090
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateNodeSelectorRequirement",
                            "k8s.io/apimachinery pkg/util/validation"}},
    .check_pod = check};

} // namespace gpulint
