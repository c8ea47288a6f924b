// hostPath to the socket of containerd, Docker or CRI-O.
//
// General knowledge, so it warns at most; and builders in clusters that have no GPUs do the same, so it is advice
// unless the pod is about GPUs.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

constexpr std::array<std::string_view, 10> kSockets{"/run/containerd",
                                                    "/var/run/containerd",
                                                    "/run/docker.sock",
                                                    "/var/run/docker.sock",
                                                    "/run/crio",
                                                    "/var/run/crio",
                                                    "/run/k3s/containerd",
                                                    "/var/run/k3s/containerd",
                                                    "/run/cri-dockerd.sock",
                                                    "/var/run/cri-dockerd.sock"};

void check(const PodContext& in, Report& report) {
  if (trust_of(in) != Trust::user) {
    return; // log and metrics agents
  }
  for_each_host_mount(in, [&](const HostMount& mount) {
    const auto holds = [&](std::string_view socket) { return is_within(mount.clean, socket); };
    if (std::any_of(kSockets.begin(), kSockets.end(), holds)) {
      RawFinding& finding = report.add(
          mount.path, in_words(*mount.container) + " mounts " + std::string(mount.path.text()) +
                          " of the host: it can start containers beside Kubernetes, with any GPU of the node.");
      if (!is_gpu_pod(in)) {
        finding.cap(Action::audit);
      }
    }
  });
}

} // namespace

extern const Rule runtime_socket;
const Rule runtime_socket{
    .info = {.code = "GPU308",
             .name = "runtime-socket",
             .summary = "A container mounts the socket of the node's container runtime.",
             .rationale =
                 "Through it containers are started beside Kubernetes, with any device and outside of every quota.",
             .help = "Remove the hostPath volume; build images with a builder that needs no runtime socket.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  volumes:
  - name: host
    hostPath:
      path: /run/containerd/containerd.sock
  containers:
  - name: main
    image: registry.example/trainer:1.4
    volumeMounts:
    - name: host
      mountPath: /run/containerd/containerd.sock
    resources:
      limits:
        nvidia.com/gpu: 1
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
