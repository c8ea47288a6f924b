// Several nvidia.com/gpu on nodes whose product label says that cards are shared (-SHARED) or are MIG slices
// (-MIG-...). There the number counts shares or slices: two of them may be one card, and a CUDA process uses one MIG
// slice.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>

namespace gpulint {
namespace {

bool is_part(std::string_view product) {
  return product.ends_with("-SHARED") || product.find("-MIG-") != std::string_view::npos;
}

/// The product that the pod selects where it is a shared or split one in every case.
std::string_view selected_part(const PodContext& in) {
  constexpr std::string_view kLabel = "nvidia.com/gpu.product";
  if (const Field selected = in.pod.node_selector()[kLabel]) {
    return is_part(selected.text()) ? selected.text() : std::string_view();
  }
  for (const NodeSelectorTerm& term : in.pod.node_affinity.required_terms) {
    for (const SelectorRequirement& expression : term.expressions) {
      const bool parts = expression.key == kLabel && expression.op == "In" && !expression.values.empty() &&
                         std::all_of(expression.values.begin(), expression.values.end(), is_part);
      if (parts && in.pod.node_affinity.required_terms.size() == 1) {
        return expression.values.front();
      }
    }
  }
  return {};
}

void check(const PodContext& in, Report& report) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.name != "nvidia.com/gpu" || !requests::is_asked_device(request) || *requests::amount_of(request) < 2) {
      continue;
    }
    const std::string_view product = selected_part(in);
    if (product.empty()) {
      return;
    }
    const bool slices = product.find("-MIG-") != std::string_view::npos;
    report.add(request.field(), requests::text_of(*request.container) + " asks for " +
                                    std::to_string(*requests::amount_of(request)) + " nvidia.com/gpu on nodes with " +
                                    requests::clipped(product) +
                                    (slices ? ", where each is a MIG slice and a CUDA process uses one"
                                            : ", where each is a share and several may be one card"));
  }
}

} // namespace

extern const Rule shared_cards_counted;
const Rule shared_cards_counted{
    .info = {.code = "GPU134",
             .name = "shared-cards-counted",
             .summary = "A pod counts shares of a card as if they were cards.",
             .rationale = "On such nodes nvidia.com/gpu counts shares or MIG slices. Two shares may be one and the "
                          "same card, without more memory or speed; of several MIG slices a CUDA process uses one.",
             .help = "Ask for 1, or select nodes whose cards aren't shared.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.product: Tesla-T4-SHARED
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 2
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.product: Tesla-T4
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 2
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests", "nodeSelector",
                        "affinity.nodeAffinity"},
             .references = {"NVIDIA/k8s-device-plugin #491", "NVIDIA/cloud-native-docs gpu-operator/gpu-sharing.rst",
                            "NVIDIA/k8s-device-plugin #446"}},
    .check_pod = check};

} // namespace gpulint
