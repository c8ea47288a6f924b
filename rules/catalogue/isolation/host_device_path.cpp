// Device nodes of accelerators, mounted by hostPath.
//
// In a privileged container they work at once: it reaches a card that nobody gave it. In others the device cgroup
// normally stands in the way, so there it is a warning. The nodes' parents (/, /dev, /proc, /sys) are mounted by many
// agents that have nothing to do with GPUs: a warning only for a privileged container of a pod that is about GPUs, and
// for the whole of /dev advice in every other user's pod.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

struct DeviceNode {
  std::string_view path;
  bool numbered; ///< more may follow the name: /dev/nvidia0, /dev/nvidia-uvm
  std::string_view vendor;
};

constexpr std::array<DeviceNode, 10> kDeviceNodes{{{"/dev/nvidia", true, "NVIDIA GPUs"},
                                                   {"/dev/dri", false, "GPUs"},
                                                   {"/dev/kfd", false, "AMD GPUs"},
                                                   {"/dev/davinci", true, "Ascend NPUs"},
                                                   {"/dev/cambricon_dev", true, "Cambricon MLUs"},
                                                   {"/dev/mxcd", false, "MetaX GPUs"},
                                                   {"/dev/xpu", true, "Kunlunxin XPUs"},
                                                   {"/dev/neuron", true, "AWS Neuron devices"},
                                                   {"/dev/accel", true, "accelerators"},
                                                   {"/dev/vfio", false, "devices passed through"}}};

constexpr std::array<std::string_view, 4> kParents{"/", "/dev", "/proc", "/sys"};

const DeviceNode* device_node(std::string_view path) {
  for (const DeviceNode& node : kDeviceNodes) {
    if (is_within(path, node.path) || (node.numbered && path.starts_with(node.path))) {
      return &node;
    }
  }
  return nullptr;
}

/// The nodes open by themselves, nothing in the pod asks for them, and it is accelerators that they lead to
/// (/dev/vfio may hold network cards).
bool is_certain(const PodContext& in, const HostMount& mount, const DeviceNode& node) {
  return mount.privileged && !container_asks(in, *mount.container) && !may_ask_elsewhere(in) &&
         node.path != "/dev/vfio";
}

void check_mount(const PodContext& in, const HostMount& mount, Report& report) {
  const std::string path(mount.path.text());
  if (const DeviceNode* node = device_node(mount.clean); node != nullptr) {
    const bool certain = is_certain(in, mount, *node);
    RawFinding& finding = soften(
        report.add(mount.path, in_words(*mount.container) + " mounts " + path + " of the host (" +
                                   std::string(node->vendor) + ")" +
                                   (mount.privileged ? " and is privileged: it uses the device without being given it."
                                                     : ": where the node's device rules allow it, it uses the device "
                                                       "without being given it.")),
        in);
    if (!certain) {
      finding.cap(Action::warn);
    }
    return;
  }
  const bool parent = std::find(kParents.begin(), kParents.end(), mount.clean) != kParents.end();
  const bool about_gpus = is_gpu_pod(in);
  if (parent && mount.privileged && trust_of(in) == Trust::user && (about_gpus || mount.clean == "/dev")) {
    report
        .add(mount.path, in_words(*mount.container) + " is privileged and mounts " + path +
                             " of the host: every device of the node can be used through it" +
                             (about_gpus ? "." : ", the cards of a GPU node too."))
        .cap(about_gpus ? Action::warn : Action::audit);
  }
}

void check(const PodContext& in, Report& report) {
  if (trust_of(in) != Trust::system_agent) {
    for_each_host_mount(in, [&](const HostMount& mount) { check_mount(in, mount, report); });
  }
}

} // namespace

extern const Rule host_device_path;
const Rule host_device_path{
    .info =
        {.code = "GPU305",
         .name = "host-device-path",
         .summary = "A container mounts the host's device nodes.",
         .rationale =
             "A card reached through /dev counts nowhere: the scheduler gives it to somebody else at the same time.",
         .help = "Ask for the device under resources.limits and remove the hostPath volume: the device plugin mounts "
                 "the nodes that belong to it.",
         .action = Action::deny,
         .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  volumes:
  - name: host
    hostPath:
      path: /dev/nvidia0
  containers:
  - name: main
    image: registry.example/trainer:1.4
    securityContext:
      privileged: true
    volumeMounts:
    - name: host
      mountPath: /dev/nvidia0
)",
         .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  volumes:
  - name: data
    persistentVolumeClaim:
      claimName: data
  containers:
  - name: main
    image: registry.example/trainer:1.4
    volumeMounts:
    - name: data
      mountPath: /data
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .fields = {"volumes[].hostPath.path", "containers[].volumeMounts[]",
                    "containers[].securityContext.privileged"},
         .references = {"Kubernetes Pod Security Standards, baseline"}},
    .check_pod = check};

} // namespace gpulint
