// Ephemeral containers (kubectl debug) that are privileged in a GPU pod, or name cards in NVIDIA_VISIBLE_DEVICES.
//
// They come through the subresource pods/ephemeralcontainers. They can't have resources, so whatever device they reach
// is one that they didn't ask for.
#include "rules/catalogue/isolation/visible_devices.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check_container(const PodContext& in, const Container& container, Report& report) {
  for (const EnvVar& variable : container.env) {
    if (variable.name == kNvidiaVisibleDevices && !variable.from_source && !closes_the_door(variable.value.text()) &&
        !is_overridden(container, variable)) {
      soften(
          report.add(variable.value, in_words(container) + " sets NVIDIA_VISIBLE_DEVICES to \"" +
                                         std::string(variable.value.text()) +
                                         "\": it gets these cards although no ephemeral container is ever given one."),
          in);
    }
  }
  if (container.is_privileged() && is_gpu_pod(in)) {
    soften(report.add(container.field.at("securityContext.privileged"),
                      in_words(container) + " is privileged: it has all GPUs of the node."),
           in)
        .cap(Action::warn);
  }
}

void check(const PodContext& in, Report& report) {
  for (const Container& container : in.pod.containers) {
    if (container.role == ContainerRole::ephemeral && trust_of(in) != Trust::system_agent) {
      check_container(in, container, report);
    }
  }
}

} // namespace

extern const Rule debug_container;
const Rule debug_container{
    .info = {.code = "GPU320",
             .name = "debug-container",
             .summary = "An ephemeral container opens GPUs.",
             .rationale = "kubectl debug adds it to a running pod, past the checks at creation; privileged, or with "
                          "NVIDIA_VISIBLE_DEVICES, it reaches the GPUs of other pods.",
             .help = "Debug without privileged and without the variable: an ephemeral container can not be given a "
                     "GPU, but may share the process namespace of one that has it (kubectl debug --target).",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  ephemeralContainers:
  - name: debugger
    image: registry.example/tools:2
    env:
    - name: NVIDIA_VISIBLE_DEVICES
      value: all
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  ephemeralContainers:
  - name: debugger
    image: registry.example/tools:2
    targetContainerName: main
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"ephemeralContainers[]"},
             .references = {"k8s.io/kubernetes validation.go allowedEphemeralContainerFields"}},
    .check_pod = check};

} // namespace gpulint
