// `cdi.k8s.io/<any>: nvidia.com/gpu=all`: the Container Device Interface by annotation, meant for device plugins. Only
// devices of accelerators are reported. Depends on the runtime and is unchecked, so it warns at most.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

constexpr std::string_view kPrefix = "cdi.k8s.io/";

/// Kinds of CDI devices that vendors of accelerators use, by the beginning of vendor/class.
constexpr std::array<std::string_view, 8> kVendors{"nvidia.com/", "runtime.nvidia.com/", "management.nvidia.com/",
                                                   "amd.com/",    "intel.com/gpu",       "gpu.intel.com/",
                                                   "habana.ai/",  "huawei.com/"};

bool names_accelerator(std::string_view devices) {
  return std::any_of(kVendors.begin(), kVendors.end(), [&](std::string_view vendor) {
    const std::size_t at = devices.find(vendor);
    return at != std::string_view::npos && (at == 0 || devices[at - 1] == ',' || devices[at - 1] == ' ');
  });
}

bool injects(const Member& member) {
  return member.key.starts_with(kPrefix) && names_accelerator(member.value->text());
}

void check(const PodContext& in, Report& report) {
  const Value* annotations = in.pod.annotations.value();
  if (annotations == nullptr || trust_of(in) == Trust::system_agent ||
      std::none_of(annotations->members().begin(), annotations->members().end(), injects)) {
    return;
  }
  for (const Field field : in.pod.annotations.children()) {
    if (field.key().starts_with(kPrefix) && names_accelerator(field.text())) {
      soften(report.add(field, "The annotation " + std::string(field.key()) + " injects " + std::string(field.text()) +
                                   " into the pod: where the runtime honours it, the containers get devices that the "
                                   "pod doesn't ask for."),
             in);
    }
  }
}

} // namespace

extern const Rule cdi_annotation;
const Rule cdi_annotation{
    .info = {.code = "GPU314",
             .name = "cdi-annotation",
             .summary = "An annotation of the pod injects CDI devices.",
             .rationale = "Runtimes that honour it mount the named devices into every container of the pod, past the "
                          "scheduler and the quota.",
             .help = "Remove the annotation and ask for the device under resources.limits or by a ResourceClaim.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
  annotations:
    cdi.k8s.io/gpu: nvidia.com/gpu=all
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
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
             .fields = {"metadata.annotations"},
             .references = {"NVIDIA/cloud-native-docs container-toolkit/cdi-support.md"}},
    .check_pod = check};

} // namespace gpulint
