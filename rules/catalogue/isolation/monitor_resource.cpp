// gpu.intel.com/monitoring and its like: one unit opens all GPUs of the node.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <optional>
#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    const std::optional<Quantity> amount = request.amount();
    if (request.resource == nullptr || request.resource->role != ResourceRole::monitor || !amount ||
        amount->sign() <= 0 || trust_of(in) == Trust::system_agent) {
      continue;
    }
    soften(report.add(request.field(), in_words(*request.container) + " asks for " + std::string(request.name) +
                                           ", which opens all GPUs of the node: it is meant for monitoring agents."),
           in);
  }
}

} // namespace

extern const Rule monitor_resource;
const Rule monitor_resource{
    .info = {.code = "GPU315",
             .name = "monitor-resource",
             .summary = "A pod asks for a monitoring resource.",
             .rationale = "It gives access to every GPU of the node at once, also to those that other pods were given: "
                          "it is meant for monitoring agents.",
             .help = "Ask for a device (gpu.intel.com/i915 or gpu.intel.com/xe); run monitors as a DaemonSet in a "
                     "namespace of systemNamespaces.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        gpu.intel.com/monitoring: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        gpu.intel.com/i915: 1
)",
             .fields = {"containers[].resources"},
             .references = {"intel/intel-device-plugins-for-kubernetes cmd/gpu_plugin/README.md"}},
    .check_pod = check};

} // namespace gpulint
