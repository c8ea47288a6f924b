// A name that the API accepts and no device plugin serves: `nvidia.com/gpus`, `nvidia.com/GPU`, `nvidea.com/gpu`. Any
// name with a domain passes validation, and the pod then waits for ever. Only names that are very near to a known one
// are reported: admins may name resources as they like.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void judge(const PodContext& in, const Container& container, const ResourceAmount& amount, Report& report) {
  if (amount.name.find('/') == std::string_view::npos || in.environment.accelerators.find(amount.name) != nullptr ||
      !resource_name_fault(amount.name).empty() || in.policy().pool_of(amount.name) != nullptr) {
    return;
  }
  if (const std::optional<std::string> meant = in.environment.accelerators.did_you_mean(amount.name)) {
    report.add_at_key(amount.field,
                      requests::text_of(container) + " asks for " + std::string(amount.name) +
                          "; Kubernetes accepts the name, but no device plugin that we know offers it, and the pod "
                          "would stay Pending",
                      "did you mean " + *meant + "?");
  }
}

void check(const PodContext& in, Report& report) {
  for (const Container& container : in.pod.containers) {
    if (!requests::has_resources(container)) {
      continue;
    }
    for (const ResourceAmount& amount : container.limit_amounts) {
      judge(in, container, amount, report);
    }
    if (container.limit_amounts.size() > requests::kMostPairs) {
      continue;
    }
    for (const ResourceAmount& amount : container.request_amounts) {
      if (container.limit(amount.name) == nullptr) { // else told already
        judge(in, container, amount, report);
      }
    }
  }
}

} // namespace

extern const Rule accelerator_name_unknown;
const Rule accelerator_name_unknown{
    .info = {.code = "GPU109",
             .name = "accelerator-name-unknown",
             .summary = "The name of an accelerator is probably misspelt.",
             .rationale = "Kubernetes accepts any resource name with a domain. If no node offers it, the pod stays "
                          "Pending with `Insufficient <name>`.",
             .help = "Write the name that the device plugin registers; `kubectl get nodes -o "
                     "jsonpath='{.items[*].status.allocatable}'` shows it.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpus: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"k8s.io/kubernetes pkg/apis/core/helper/helpers.go IsExtendedResourceName"}},
    .check_pod = check};

} // namespace gpulint
