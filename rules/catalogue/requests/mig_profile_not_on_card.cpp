// A MIG profile together with a selected card that doesn't have it, or that has no MIG at all.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const std::string_view product = in.pod.node_selector()["nvidia.com/gpu.product"].text();
  if (product.empty()) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (!mig_profile(request.name) || !requests::is_asked_device(request)) {
      continue;
    }
    const std::string who = requests::text_of(*request.container) + " asks for " + std::string(request.name);
    const CardModel* model = in.environment.accelerators.find_product(product);
    if (product.find("-MIG-") != std::string_view::npos) {
      // Strategy single gives the label this suffix and offers slices as nvidia.com/gpu (GPU Feature Discovery).
      report.add_at_key(request.field(),
                        who + " on nodes labelled " + requests::clipped(product) +
                            ", which offer their slices as nvidia.com/gpu",
                        "ask for nvidia.com/gpu: 1 there");
    } else if (model != nullptr && !model->mig) {
      report.add_at_key(request.field(), who + " on nodes with " + requests::clipped(product) + ", a card without MIG");
    }
    return;
  }
}

} // namespace

extern const Rule mig_profile_not_on_card;
const Rule mig_profile_not_on_card{
    .info = {.code = "GPU135",
             .name = "mig-profile-not-on-card",
             .summary = "The selected card doesn't have the MIG profile that is asked for.",
             .rationale = "No node offers that slice of that card, so the pod stays Pending.",
             .help = "Ask for a profile of the selected card, or select another card.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
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
        nvidia.com/mig-1g.5gb: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.product: NVIDIA-A100-SXM4-40GB
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/mig-1g.5gb: 1
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests", "nodeSelector"},
             .references = {"docs.nvidia.com/datacenter/tesla/mig-user-guide supported-gpus",
                            "NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md"}},
    .check_pod = check};

} // namespace gpulint
