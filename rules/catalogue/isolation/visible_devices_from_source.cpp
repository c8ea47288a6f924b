// NVIDIA_VISIBLE_DEVICES by reference: the same door as a literal value, but a check of values can't see it
// (kai-scheduler/KAI-Scheduler #1672). A reference to an annotation of the pod is how Ascend's scheduler hands over
// what it has allotted, so that isn't reported for the vendors' variables.
#include "rules/catalogue/isolation/visible_devices.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const Container& container : in.pod.containers) {
    for (const EnvVar& variable : container.env) {
      const bool nvidia = variable.name == kNvidiaVisibleDevices;
      if (!variable.from_source || is_overridden(container, variable) ||
          !(nvidia || (is_vendor_variable(variable.name) && !is_set_by_scheduler(variable))) ||
          trust_of(in) == Trust::system_agent) {
        continue;
      }
      soften(report.add(
                 variable.field["valueFrom"],
                 in_words(container) + " takes " + std::string(variable.name) +
                     " from somewhere else: which cards it gets is not written here, and may be all of the node's."),
             in);
    }
  }
}

} // namespace

extern const Rule visible_devices_from_source;
const Rule visible_devices_from_source{
    .info = {.code = "GPU302",
             .name = "visible-devices-from-source",
             .summary = "NVIDIA_VISIBLE_DEVICES or its like takes its value from somewhere else.",
             .rationale = "The cards that the container gets are decided by a ConfigMap, a Secret or a field, where no "
                          "review and no quota sees them.",
             .help = "Remove the variable and ask for a GPU under resources.limits.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
    env:
    - name: NVIDIA_VISIBLE_DEVICES
      valueFrom:
        configMapKeyRef:
          name: cards
          key: visible
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
        nvidia.com/gpu: 1
)",
             .fields = {"containers[].env[].valueFrom"},
             .references = {"kai-scheduler/KAI-Scheduler #1672"}},
    .check_pod = check};

} // namespace gpulint
