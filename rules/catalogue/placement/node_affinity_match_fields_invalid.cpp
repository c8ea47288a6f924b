// matchFields knows one field, metadata.name, the operators In and NotIn, and exactly one value. Labels belong to
// matchExpressions.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/label.hpp"
#include "rules/kubernetes/placeholder.hpp"

#include <string>
#include <utility>

namespace gpulint {
namespace {

std::string fault(const SelectorRequirement& requirement) {
  if (requirement.key != "metadata.name") {
    return "matchFields knows only metadata.name, not " + placement::quoted(requirement.key);
  }
  if (requirement.op != "In" && requirement.op != "NotIn") {
    return "matchFields knows only the operators In and NotIn, not " + placement::quoted(requirement.op);
  }
  if (requirement.field["values"].size() != 1) {
    return "an entry of matchFields needs exactly one value";
  }
  if (const Field value = requirement.field["values"][std::size_t{0}];
      value.is(Kind::string) && !is_dns_subdomain(value.text()) && !is_placeholder(value.text())) {
    return placement::quoted(value.text()) + " can't be the name of a node";
  }
  return {};
}

void check_term(const PodContext& in, const NodeSelectorTerm& term, Report& report) {
  for (const SelectorRequirement& requirement : term.fields) {
    if (!placement::has_kind(requirement.field["key"], Kind::string) ||
        !placement::has_kind(requirement.field["operator"], Kind::string) ||
        !placement::has_kind(requirement.field["values"], Kind::sequence)) {
      continue;
    }
    if (std::string what = fault(requirement); !what.empty()) {
      report
          .add(requirement.field, std::move(what) + "; Kubernetes refuses the pod",
               requirement.key == "metadata.name" ? "write one entry with `operator: In` and one node's name"
                                                  : "move labels to matchExpressions")
          .cap(placement::refusal(in));
    }
  }
}

void check(const PodContext& in, Report& report) {
  for (const NodeSelectorTerm& term : in.pod.node_affinity.required_terms) {
    check_term(in, term, report);
  }
  for (const NodeSelectorTerm& term : in.pod.node_affinity.preferred_terms) {
    check_term(in, term, report);
  }
}

} // namespace

extern const Rule node_affinity_match_fields_invalid;
const Rule node_affinity_match_fields_invalid{
    .info = {.code = "GPU228",
             .name = "node-affinity-match-fields-invalid",
             .summary = "An entry of matchFields isn't one that Kubernetes knows.",
             .rationale = "matchFields is for a node's name only: key metadata.name, operator In or NotIn, one "
                          "value. Kubernetes refuses a pod with anything else there.",
             .help = "Move expressions on labels to matchExpressions.",
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
        - matchFields:
          - {key: nvidia.com/gpu.product, operator: In, values: [Tesla-T4]}
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
             .references =
                 {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateNodeFieldSelectorRequirement"}},
    .check_pod = check};

} // namespace gpulint
