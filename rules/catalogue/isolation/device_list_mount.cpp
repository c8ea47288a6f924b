// The list of devices as volume mounts (accept-nvidia-visible-devices-as-volume-mounts): /dev/null mounted at
// /var/run/nvidia-container-devices/<card>. The device plugin does this; a manifest that does it opens the same door as
// NVIDIA_VISIBLE_DEVICES. Unchecked for today's toolkit, so it warns at most.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

constexpr std::string_view kDeviceList = "/var/run/nvidia-container-devices";

void check(const PodContext& in, Report& report) {
  for (const Container& container : in.pod.containers) {
    for (const VolumeMount& mount : container.mounts) {
      const bool listed =
          is_within(mount.mount_path, kDeviceList) || is_within(mount.mount_path, kDeviceList.substr(4));
      if (listed && trust_of(in) != Trust::system_agent) {
        soften(
            report.add(mount.field["mountPath"],
                       in_words(container) + " mounts a volume at " + std::string(mount.mount_path) +
                           ": where NVIDIA's runtime reads its device list from mounts, the container gets that card."),
            in);
      }
    }
  }
}

} // namespace

extern const Rule device_list_mount;
const Rule device_list_mount{
    .info = {.code = "GPU313",
             .name = "device-list-mount",
             .summary = "A container mounts something where NVIDIA's runtime looks for the list of its devices.",
             .rationale = "Where the runtime takes the list from volume mounts, each path there is a card that the "
                          "container gets, unasked.",
             .help = "Remove the mount and ask for a GPU under resources.limits.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  volumes:
  - name: none
    hostPath:
      path: /dev/null
  containers:
  - name: main
    image: registry.example/trainer:1.4
    volumeMounts:
    - name: none
      mountPath: /var/run/nvidia-container-devices/all
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
             .fields = {"containers[].volumeMounts[].mountPath"},
             .references = {"NVIDIA/k8s-device-plugin README, DEVICE_LIST_STRATEGY"}},
    .check_pod = check};

} // namespace gpulint
