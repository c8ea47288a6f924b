// Under the MIG strategy `mixed` slices have names of their own (nvidia.com/mig-1g.10gb), and split cards are no longer
// counted as nvidia.com/gpu. Under `single` it is the other way round: slices are counted as nvidia.com/gpu, and the
// product label ends in -MIG-<profile>.
#include "rules/catalogue/placement/node_labels.hpp"
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

const AcceleratorRequest* asked(const PodContext& in, bool slice) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    const auto amount = request.amount();
    const bool wanted = slice ? request.name.starts_with("nvidia.com/mig-") : request.name == "nvidia.com/gpu";
    if (wanted && amount && amount->sign() > 0) {
      return &request;
    }
  }
  return nullptr;
}

void check(const PodContext& in, Report& report) {
  if (in.accelerators.requests.empty()) {
    return;
  }
  const AcceleratorRequest* card = asked(in, false);
  const AcceleratorRequest* slice = asked(in, true);
  placement::for_each_wanted_value(in.pod, [&](std::string_view key, std::string_view value, const Field& at,
                                               bool required) {
    if (!required || (at.parent().is(Kind::sequence) && at.parent().size() > 1)) {
      return; // another of the listed values may fit
    }
    if (key == "nvidia.com/mig.strategy" && value == "mixed" && card != nullptr) {
      report.add(at,
                 "the pod asks for nvidia.com/gpu on nodes with the MIG strategy mixed, where split cards aren't "
                 "counted under that name",
                 "ask for the slice by its own name, such as nvidia.com/mig-1g.10gb, or select nodes whose cards "
                 "aren't split");
    } else if (slice != nullptr &&
               ((key == "nvidia.com/mig.strategy" && (value == "single" || value == "none")) ||
                (key == placement::kProductLabel && value.find("-MIG-") != std::string_view::npos))) {
      report.add(at,
                 "the pod asks for " + std::string(slice->name) + " on nodes that " +
                     (value == "none" ? "don't split cards" : "count MIG slices as nvidia.com/gpu (strategy single)"),
                 value == "none" ? "select nodes with nvidia.com/mig.strategy: mixed"
                                 : "ask for nvidia.com/gpu: it is a slice there");
    }
  });
}

} // namespace

extern const Rule whole_gpu_on_mig_nodes;
const Rule whole_gpu_on_mig_nodes{
    .info = {.code = "GPU220",
             .name = "whole-gpu-on-mig-nodes",
             .summary = "A pod asks for NVIDIA cards or slices under a name that the selected MIG nodes don't "
                        "serve.",
             .rationale = "Under the strategy mixed every slice has its own resource name and split cards no longer "
                          "count as nvidia.com/gpu; under single slices are counted as nvidia.com/gpu and the other "
                          "names don't exist. With the wrong name the node has none and the pod stays Pending: "
                          "Insufficient nvidia.com/gpu.",
             .help = "On nodes with the strategy mixed ask for nvidia.com/mig-<profile>; on those with single "
                     "ask for nvidia.com/gpu.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/mig.strategy: mixed
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
    nvidia.com/mig.strategy: mixed
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/mig-1g.10gb: 1
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity", "containers[].resources.limits"},
             .references = {"NVIDIA/gpu-operator #1738",
                            "NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md"}},
    .check_pod = check};

} // namespace gpulint
