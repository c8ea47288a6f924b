// Driver libraries of the host, mounted by hostPath.
//
// Useful only with a device. A container that asks for none has no right use for them; one that does is tied to the
// paths and driver of certain nodes, which is advice.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

constexpr std::array<std::string_view, 4> kDriverPaths{"/usr/local/nvidia", "/run/nvidia/driver",
                                                       "/home/kubernetes/bin/nvidia", "/usr/local/Ascend/driver"};

bool is_driver_path(std::string_view path) {
  const auto in_directory = [&](std::string_view directory) { return is_within(path, directory); };
  return std::any_of(kDriverPaths.begin(), kDriverPaths.end(), in_directory) ||
         (path.starts_with("/usr/lib") && path.find("/libcuda.so") != std::string_view::npos);
}

void check(const PodContext& in, Report& report) {
  if (trust_of(in) == Trust::system_agent) {
    return;
  }
  for_each_host_mount(in, [&](const HostMount& mount) {
    if (!is_driver_path(mount.clean)) {
      return;
    }
    RawFinding& finding =
        soften(report.add(mount.path, in_words(*mount.container) + " mounts the host's driver files from " +
                                          std::string(mount.path.text()) +
                                          ": they fit the driver of some nodes only, and give access to devices "
                                          "together with a device node."),
               in);
    if (in.accelerators.asks() || may_ask_elsewhere(in)) {
      finding.cap(Action::audit);
    }
  });
}

} // namespace

extern const Rule host_driver_path;
const Rule host_driver_path{
    .info = {.code = "GPU306",
             .name = "host-driver-path",
             .summary = "A container mounts the host's driver libraries.",
             .rationale = "The libraries must fit the driver of whatever node the pod lands on, and they are the other "
                          "half of a device that nobody gave to the container.",
             .help = "Remove the hostPath volume: the vendor's container runtime brings the libraries of the node's "
                     "driver along with the device.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  volumes:
  - name: host
    hostPath:
      path: /usr/local/nvidia/lib64
  containers:
  - name: main
    image: registry.example/trainer:1.4
    volumeMounts:
    - name: host
      mountPath: /usr/local/nvidia/lib64
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
             .fields = {"volumes[].hostPath.path"},
             .references = {"GoogleCloudPlatform/container-engine-accelerators cmd/nvidia_gpu/README.md"}},
    .check_pod = check};

} // namespace gpulint
