// An amount that the resource's own unit doesn't allow: 150 percent of a card, qgpu-core in other steps than 5, two of
// a shared GPU, three Ascend 910, 16Gi where the unit is MiB. Ranges are in policies/accelerators.yaml.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <iterator>

namespace gpulint {
namespace {

/// What is wrong with an amount; empty: nothing.
std::string fault(const AcceleratorResource& resource, std::int64_t amount) {
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  if (!resource.allowed.empty() &&
      std::find(resource.allowed.begin(), resource.allowed.end(), amount) == resource.allowed.end()) {
    std::vector<std::string> texts;
    std::transform(resource.allowed.begin(), resource.allowed.end(), std::back_inserter(texts), number);
    return "can only be " + requests::any_of_text(texts);
  }
  if (resource.minimum && amount < *resource.minimum) {
    return "must be at least " + number(*resource.minimum);
  }
  if (resource.maximum && amount > *resource.maximum) {
    if (!resource.multiples) {
      return "can be at most " + number(*resource.maximum);
    }
    return amount % *resource.maximum == 0
               ? std::string()
               : "must be a multiple of " + number(*resource.maximum) + " beyond " + number(*resource.maximum);
  }
  return resource.step && amount % *resource.step != 0 ? "goes in steps of " + number(*resource.step) : std::string();
}

/// `16Gi` where the unit is MiB: the API reads 17179869184, and so does the vendor.
std::string help_for(const AcceleratorResource& resource, const AcceleratorRequest& request, std::int64_t amount) {
  const std::string text = requests::written(request.field());
  const bool has_suffix = !text.empty() && (text.back() < '0' || text.back() > '9');
  const std::int64_t unit = resource.unit == "MiB" ? 1 << 20 : resource.unit == "GiB" ? 1 << 30 : 0;
  if (has_suffix && unit != 0 && amount % unit == 0) {
    return "write " + std::to_string(amount / unit) + ": the number already counts " + resource.unit;
  }
  return {};
}

void check(const PodContext& in, Report& report) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    const auto amount = requests::amount_of(request);
    const bool asks = request.resource != nullptr && amount && requests::has_resources(*request.container);
    if (!asks || (*amount == 0 && request.is_device())) {
      continue;
    }
    const AcceleratorResource& resource = *request.resource;
    const bool impossible = resource.counted && *amount >= requests::kMoreThanAnyNode; // gpu-count-beyond-any-node
    const std::string what = impossible ? std::string() : fault(resource, *amount);
    if (what.empty()) {
      continue;
    }
    std::string message = requests::text_of(*request.container) + " asks for " + std::to_string(*amount) + " " +
                          std::string(request.name) + ", which ";
    message += what;
    if (!resource.counted) {
      message += " (its unit: " + resource.unit + ")";
    }
    if (!resource.note.empty()) {
      message += ". " + resource.note;
    }
    report.add(request.field(), std::move(message), help_for(resource, request, *amount));
  }
}

} // namespace

extern const Rule accelerator_amount_out_of_range;
const Rule accelerator_amount_out_of_range{
    .info = {.code = "GPU123",
             .name = "accelerator-amount-out-of-range",
             .summary = "The amount of an accelerator resource is outside of what its unit allows.",
             .rationale = "Kubernetes takes any whole number. The device plugin or the vendor's scheduler doesn't: "
                          "the pod stays Pending, or fails when it starts.",
             .help = "Write an amount in the unit of the resource.",
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
        nvidia.com/gpu: 1
        nvidia.com/gpucores: 150
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
        nvidia.com/gpucores: 50
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"NVIDIA/k8s-device-plugin #929", "cloud.tencent.com/document/product/457/65734",
                            "Project-HAMi/HAMi pkg/device"}},
    .check_pod = check};

} // namespace gpulint
