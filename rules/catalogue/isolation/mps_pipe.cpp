// hostPath to the pipes of NVIDIA's Multi-Process Service.
//
// With the device plugin's MPS sharing the plugin mounts them itself. General knowledge, so it warns at most.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  if (trust_of(in) == Trust::system_agent) {
    return;
  }
  for_each_host_mount(in, [&](const HostMount& mount) {
    if (is_within(mount.clean, "/tmp/nvidia-mps") || is_within(mount.clean, "/run/nvidia/mps") ||
        is_within(mount.clean, "/var/run/nvidia/mps")) {
      soften(report.add(mount.path, in_words(*mount.container) + " mounts " + std::string(mount.path.text()) +
                                        " of the host: it joins an MPS server that may run on another pod's card."),
             in);
    }
  });
}

} // namespace

extern const Rule mps_pipe;
const Rule mps_pipe{.info = {.code = "GPU309",
                             .name = "mps-pipe",
                             .summary = "A container mounts the pipe directory of the node's MPS server.",
                             .rationale = "It joins whatever MPS server runs on the node, on another tenant's card and "
                                          "outside of the limits that the device plugin sets.",
                             .help = "Remove the hostPath volume and ask for the shared GPU resource: the device "
                                     "plugin mounts the pipe of the right server.",
                             .action = Action::warn,
                             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  volumes:
  - name: host
    hostPath:
      path: /tmp/nvidia-mps
  containers:
  - name: main
    image: registry.example/trainer:1.4
    volumeMounts:
    - name: host
      mountPath: /tmp/nvidia-mps
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
                             .references = {}},
                    .check_pod = check};

} // namespace gpulint
