// Requests and limits of an accelerator that differ. A device is either given to a container or not, so the API wants
// both equal.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

/// As the API compares: both rounded up to thousandths first, so only whole amounts come this far.
std::optional<std::int64_t> comparable(const ResourceAmount& amount) {
  if (!amount.quantity || !amount.quantity->is_whole() || amount.quantity->sign() < 0) {
    return std::nullopt; // refused for that, and reported so
  }
  return amount.quantity->value();
}

// validation.go, validateResourceRequirements: "must be equal to <name> limit of <n>".
void check(const PodContext& in, Report& report) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.limit == nullptr || request.request == nullptr || !requests::has_resources(*request.container) ||
        !requests::is_extended(request.name)) {
      continue;
    }
    const auto limit = comparable(*request.limit);
    const auto requested = comparable(*request.request);
    if (!limit || !requested || *limit == *requested) {
      continue;
    }
    report.add(request.request->field,
               requests::text_of(*request.container) + " requests " + std::to_string(*requested) + " " +
                   std::string(request.name) + " and limits it to " + std::to_string(*limit) +
                   "; Kubernetes refuses accelerators whose requests and limits differ",
               "write " + std::to_string(*limit) + " in both, or leave the request out");
  }
}

} // namespace

extern const Rule gpu_request_not_limit;
const Rule gpu_request_not_limit{
    .info = {.code = "GPU102",
             .name = "gpu-request-not-limit",
             .summary = "Requests and limits of an accelerator differ.",
             .rationale = "Devices can't be overcommitted: Kubernetes refuses a pod whose request for an extended "
                          "resource isn't equal to its limit.",
             .help = "Write the same amount in both, or leave the request out.",
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
        nvidia.com/gpu: 2
      requests:
        nvidia.com/gpu: 1
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
        nvidia.com/gpu: 2
      requests:
        nvidia.com/gpu: 2
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go validateResourceRequirements"}},
    .check_pod = check};

} // namespace gpulint
