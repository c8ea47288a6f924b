// ASCEND_VISIBLE_DEVICES and its like: what NVIDIA_VISIBLE_DEVICES is for the other vendors' container runtimes.
//
// CUDA_, ROCR_ and HIP_VISIBLE_DEVICES aren't among them: they only narrow what a program sees. Known from
// documents for Ascend only, so this warns at most.
#include "rules/catalogue/isolation/visible_devices.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  for (const Container& container : in.pod.containers) {
    for (const EnvVar& variable : container.env) {
      if (!is_vendor_variable(variable.name) || variable.from_source || closes_the_door(variable.value.text()) ||
          is_overridden(container, variable) || trust_of(in) == Trust::system_agent) {
        continue;
      }
      const bool asks = container_asks(in, container);
      RawFinding& finding = soften(
          report.add(variable.value, in_words(container) + " sets " + std::string(variable.name) + " to \"" +
                                         std::string(variable.value.text()) +
                                         (asks ? "\" beside its own request: it may get other cards than it is given."
                                               : "\" and asks for no device: the vendor's runtime may hand it these "
                                                 "cards although they belong to other pods.")),
          in);
      if (asks) {
        finding.cap(Action::audit);
      }
    }
  }
}

} // namespace

extern const Rule vendor_visible_devices_env;
const Rule vendor_visible_devices_env{
    .info = {.code = "GPU304",
             .name = "vendor-visible-devices-env",
             .summary = "A variable of a vendor's runtime opens cards that the container did not ask for.",
             .rationale =
                 "The vendor's container runtime hands out what the variable names, past the scheduler and the quota.",
             .help = "Remove the variable and ask for the device under resources.limits.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
    env:
    - name: ASCEND_VISIBLE_DEVICES
      value: "0-7"
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
        huawei.com/Ascend910: 8
)",
             .fields = {"containers[].env[]"},
             .references = {"Ascend/mind-cluster docs"}},
    .check_pod = check};

} // namespace gpulint
