// hostPath to the kubelet's sockets for device plugins and pod resources, and to the CDI specifications.
//
// Device plugins need the first, exporters the second, drivers the third; nothing else does.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <array>
#include <string>

namespace gpulint {
namespace {

struct Directory {
  std::string_view path;
  std::string_view meaning;
};

constexpr std::array<Directory, 5> kDirectories{
    {{"/var/lib/kubelet/device-plugins", "where device plugins register: it could offer devices of its own"},
     {"/var/lib/kubelet/pod-resources", "which tells which pod has which device"},
     {"/var/run/cdi", "which says what a device name mounts: it could open every device"},
     {"/run/cdi", "which says what a device name mounts: it could open every device"},
     {"/etc/cdi", "which says what a device name mounts: it could open every device"}}};

constexpr std::string_view kKubelet = "/var/lib/kubelet";

void check_mount(const PodContext& in, const HostMount& mount, Report& report) {
  const std::string what = in_words(*mount.container) + " mounts " + std::string(mount.path.text()) + " of the host, ";
  for (const Directory& directory : kDirectories) {
    if (is_within(mount.clean, directory.path)) {
      soften(report.add(mount.path, what + std::string(directory.meaning) + "."), in);
      return;
    }
  }
  // Storage drivers mount the whole directory on every node; they have nothing to do with devices.
  if (mount.clean == kKubelet && trust_of(in) == Trust::user && is_gpu_pod(in)) {
    report.add(mount.path, what + "the kubelet's own directory, with the sockets of device plugins in it.");
  }
}

void check(const PodContext& in, Report& report) {
  if (trust_of(in) != Trust::system_agent) {
    for_each_host_mount(in, [&](const HostMount& mount) { check_mount(in, mount, report); });
  }
}

} // namespace

extern const Rule device_plugin_socket;
const Rule device_plugin_socket{
    .info = {.code = "GPU307",
             .name = "device-plugin-socket",
             .summary = "A container mounts the directories through which the kubelet and device plugins talk.",
             .rationale =
                 "Whoever can write there can register a device plugin of its own or change what a device name stands "
                 "for, and so be given any card; the pod-resources socket shows who has which card.",
             .help = "Remove the hostPath volume; where a node agent needs it, run it as a DaemonSet in a namespace of "
                     "the policy's systemNamespaces.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  volumes:
  - name: host
    hostPath:
      path: /var/lib/kubelet/device-plugins
  containers:
  - name: main
    image: registry.example/trainer:1.4
    volumeMounts:
    - name: host
      mountPath: /host
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
             .references = {"NVIDIA/k8s-device-plugin static deployment", "Kubernetes device plugin documentation"}},
    .check_pod = check};

} // namespace gpulint
