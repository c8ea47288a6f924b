// The pod shows that it means to use an accelerator and asks for none. Either it reaches cards that the scheduler
// doesn't know of (NVIDIA_VISIBLE_DEVICES under the nvidia runtime shows every card of the node), or it sits on a GPU
// node and finds none. What only tolerates the taint is told by gpu-taint-tolerated-without-gpu.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace gpulint {
namespace {

/// Parts of a training job that lead the others and normally work without a card.
bool leads_others(std::string_view role) {
  constexpr std::array<std::string_view, 6> roles = {"launcher", "head", "driver", "submitter", "scheduler", "ps"};
  return std::any_of(roles.begin(), roles.end(), [&](std::string_view known) {
    return known.size() == role.size() && std::equal(known.begin(), known.end(), role.begin(), [](char a, char b) {
             return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b | 0x20) : b);
           });
  });
}

/// An image tells little where the container only prepares something, or where the pod leads others.
bool is_faint(const PodContext& in, const Signal& signal) {
  return signal.kind == SignalKind::image &&
         (leads_others(in.pod.role) || signal.container == nullptr || signal.container->role != ContainerRole::app);
}

bool is_placement(const Signal& signal) {
  return signal.kind == SignalKind::node_selector || signal.kind == SignalKind::node_affinity;
}

Action action_for(const PodContext& in, const Signal& signal) {
  if (placement::is_node_agent(in) || is_faint(in, signal)) {
    return Action::audit;
  }
  // In the fields of a custom resource nothing tells what its operator adds.
  if (in.pod.source == PodSource::inline_spec) {
    return Action::warn;
  }
  // The only sign that reaches cards by itself: the rest needs a device that nobody gave.
  return signal.strong && signal.kind == SignalKind::env ? placement::refusal(in) : Action::warn;
}

std::string_view resource_of(const Signal& signal) {
  if (signal.pool == nullptr || signal.pool->has_resource("nvidia.com/gpu")) {
    return "nvidia.com/gpu";
  }
  return {};
}

std::string help_for(const Signal& signal) {
  const std::string_view resource = resource_of(signal);
  const std::string name = resource.empty() ? "the accelerator" : "`" + std::string(resource) + ": 1`";
  std::string help = "add " + name + " to resources.limits of the container that uses it";
  if (signal.kind == SignalKind::env) {
    help += ", and leave the variable out: the device plugin sets it";
  }
  return help;
}

void check(const PodContext& in, Report& report) {
  const Signal* signal = in.accelerators.strongest_signal();
  if (signal == nullptr || in.pod.partial || signal->kind == SignalKind::toleration ||
      placement::asks_for_accelerator(in.accelerators)) {
    return;
  }
  if (in.pod.is_daemon && is_placement(*signal)) {
    return; // an agent of GPU nodes has to get there
  }
  if (!in.accelerators.requests.empty() && !signal->strong) {
    return; // an amount of zero stands there on purpose; gpu-count-zero tells what it does
  }
  std::string message = "the pod " + signal->what + " but asks for no accelerator";
  if (signal->strong && signal->kind == SignalKind::env) {
    message += "; under the nvidia or ascend runtime it takes cards that were not given to it";
  }
  report.add(signal->field, std::move(message), help_for(*signal)).cap(action_for(in, *signal));
}

} // namespace

extern const Rule gpu_not_requested;
const Rule gpu_not_requested{
    .info = {.code = "GPU213",
             .name = "gpu-not-requested",
             .summary = "A pod shows that it means to use an accelerator but asks for none.",
             .rationale = "Only a number under limits gives a container a card of its own. Without it the pod "
                          "either takes cards that belong to others, unseen by the scheduler, or it keeps the CPUs "
                          "and memory of a GPU node and finds no device.",
             .help = "Add the accelerator to resources.limits of the container that uses it, or remove what "
                     "only GPU pods need.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
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
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"containers[].resources", "containers[].env", "containers[].image", "nodeSelector",
                        "affinity.nodeAffinity", "runtimeClassName"},
             .references = {"NVIDIA/k8s-device-plugin #87", "NVIDIA/k8s-device-plugin #195",
                            "skypilot-org/skypilot #5823"}},
    .check_pod = check};

} // namespace gpulint
