// A name under limits or requests that the API refuses and that was meant for an accelerator: `gpu: 1` without a
// domain, a domain in upper case, `requests.nvidia.com/gpu` copied from a quota, the `+` of a MIG profile.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void judge(const PodContext& in, const Container& container, const ResourceAmount& amount, Report& report) {
  const std::string_view fault = resource_name_fault(amount.name);
  if (fault.empty()) {
    return;
  }
  const AcceleratorTable& known = in.environment.accelerators;
  const std::optional<std::string> meant = known.did_you_mean(amount.name);
  if (!meant && known.find(amount.name) == nullptr) {
    return; // no accelerator that we know of
  }
  report.add_at_key(amount.field,
                    requests::text_of(container) + " asks for " + std::string(amount.name) +
                        ", which Kubernetes refuses: " + std::string(fault),
                    meant ? "did you mean " + *meant + "?" : std::string());
}

// validation.go, validateContainerResourceName.
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

extern const Rule accelerator_name_refused;
const Rule accelerator_name_refused{
    .info = {.code = "GPU108",
             .name = "accelerator-name-refused",
             .summary = "The name of an accelerator isn't one that Kubernetes accepts.",
             .rationale = "Kubernetes refuses a container that asks for such a name.",
             .help = "Write the full name of the resource, a domain and a name: nvidia.com/gpu.",
             .action = Action::deny,
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
        gpu: 1
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
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go validateContainerResourceName"}},
    .check_pod = check};

} // namespace gpulint
