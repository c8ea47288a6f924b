// runtimeClassName: nvidia without a request.
//
// Since GPU Operator 25.10 with CDI this is the documented door for GPU management containers, so it is to be expected
// in node agents, and nowhere else.
#include "rules/catalogue/isolation/visible_devices.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>

namespace gpulint {
namespace {

bool all_closed(const Pod& pod) {
  return !pod.containers.empty() &&
         std::all_of(pod.containers.begin(), pod.containers.end(), [](const Container& container) {
           return std::any_of(container.env.begin(), container.env.end(), [&](const EnvVar& variable) {
             return variable.name == kNvidiaVisibleDevices && !variable.from_source && variable.field["value"] &&
                    closes_the_door(variable.value.text()) && !is_overridden(container, variable);
           });
         });
}

void check(const PodContext& in, Report& report) {
  if (in.pod.partial || in.accelerators.asks() || trust_of(in) == Trust::system_agent) {
    return;
  }
  for (const Signal& signal : in.accelerators.signals) {
    if (signal.kind == SignalKind::runtime_class && !all_closed(in.pod)) {
      soften(report.add(signal.field,
                        "The pod uses the runtime class " + std::string(in.pod.runtime_class()) +
                            " and asks for no GPU: what it sees is decided by its images, mostly all GPUs of "
                            "the node."),
             in);
      return;
    }
  }
}

} // namespace

extern const Rule runtime_class_without_request;
const Rule runtime_class_without_request{
    .info = {.code = "GPU319",
             .name = "runtime-class-without-request",
             .summary = "A pod takes the GPU runtime class and asks for no GPU.",
             .rationale = "The class only switches the vendor's runtime on; which cards the container then gets is "
                          "decided by variables, and most CUDA images say all of them.",
             .help = "Ask for a GPU under resources.limits; or set NVIDIA_VISIBLE_DEVICES to void in every container, "
                     "or remove runtimeClassName.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  runtimeClassName: nvidia
  containers:
  - name: main
    image: registry.example/trainer:1.4
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  runtimeClassName: nvidia
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"runtimeClassName", "containers[].env[]"},
             .references = {"NVIDIA/cloud-native-docs gpu-operator/cdi.rst"}},
    .check_pod = check};

} // namespace gpulint
