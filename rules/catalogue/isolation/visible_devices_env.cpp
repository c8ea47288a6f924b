// A container that names cards in NVIDIA_VISIBLE_DEVICES.
//
// By default NVIDIA's container toolkit accepts the variable from every container whose runtime is nvidia
// (accept-nvidia-visible-devices-envvar-when-unprivileged): the container gets the cards it names, whoever was given
// them. Beside a request the device plugin's own value normally replaces it, but not under list strategies that don't
// use the variable (NVIDIA/nvidia-container-toolkit #27).
#include "rules/catalogue/isolation/visible_devices.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

/// `$(NAME)` is replaced when the container starts; the manifest doesn't tell by what.
bool is_reference(std::string_view value) {
  return value.find("$(") != std::string_view::npos;
}

void report_variable(const PodContext& in, const Container& container, const EnvVar& variable, Report& report) {
  const std::string what =
      in_words(container) + " sets NVIDIA_VISIBLE_DEVICES to \"" + std::string(variable.value.text()) + "\"";
  if (container_asks(in, container)) {
    soften(report.add(variable.value,
                      what + " beside its own request: normally the device plugin's value replaces it, "
                             "but where it doesn't, the container gets cards of other pods.",
                      "Remove the variable: the device plugin sets it to the cards that the container is given."),
           in)
        .cap(Action::warn);
    return;
  }
  RawFinding& finding =
      soften(report.add(variable.value, what + " and asks for no GPU: where NVIDIA's runtime is the default, it gets "
                                               "these cards although they belong to other pods."),
             in);
  if (may_ask_elsewhere(in) || is_reference(variable.value.text())) {
    finding.cap(Action::warn);
  }
}

void check(const PodContext& in, Report& report) {
  for (const Container& container : in.pod.containers) {
    if (container.role == ContainerRole::ephemeral) {
      continue; // debug-container speaks about these
    }
    for (const EnvVar& variable : container.env) {
      if (variable.name == kNvidiaVisibleDevices && !variable.from_source && !closes_the_door(variable.value.text()) &&
          !is_overridden(container, variable) && trust_of(in) != Trust::system_agent) {
        report_variable(in, container, variable, report);
      }
    }
  }
}

} // namespace

extern const Rule visible_devices_env;
const Rule visible_devices_env{
    .info = {.code = "GPU301",
             .name = "visible-devices-env",
             .summary = "NVIDIA_VISIBLE_DEVICES opens cards that the container did not ask for.",
             .rationale = "NVIDIA's container runtime hands out what this variable names, past the scheduler and the "
                          "quota: the container works on cards that other pods were given.",
             .help = "Remove the variable and ask for a GPU under resources.limits; to keep GPUs out, set it to void.",
             .action = Action::deny,
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
      value: all
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
             .fields = {"containers[].env[]"},
             .references = {"skypilot-org/skypilot #5823", "NVIDIA/k8s-device-plugin README, DEVICE_LIST_STRATEGY",
                            "NVIDIA/nvidia-container-toolkit #27", "NVIDIA/k8s-device-plugin #90"}},
    .check_pod = check};

} // namespace gpulint
