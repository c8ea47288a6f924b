// A MIG profile that no card has: mig-3g.30gb, mig-1g.5g. Each card splits in a few fixed ways; the name of any other
// slice is never registered by the device plugin.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

// Warns only: cards that come after this table may split in other ways.
void check(const PodContext& in, Report& report) {
  const AcceleratorTable& known = in.environment.accelerators;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    const auto profile = mig_profile(request.name);
    if (!profile || known.has_mig_profile(*profile) || !requests::has_resources(*request.container) ||
        !resource_name_fault(request.name).empty()) {
      continue;
    }
    report.add_at_key(request.field(),
                      requests::text_of(*request.container) + " asks for " + std::string(request.name) +
                          ", but no card has the MIG profile " + std::string(*profile),
                      "the nearest profiles are " + requests::any_of_text(known.similar_mig_profiles(*profile)));
  }
}

} // namespace

extern const Rule mig_profile_unknown;
const Rule mig_profile_unknown{
    .info = {.code = "GPU117",
             .name = "mig-profile-unknown",
             .summary = "No card has this MIG profile.",
             .rationale = "A card splits into a few fixed profiles. Kubernetes accepts any other name, no node "
                          "ever offers it, and the pod stays Pending.",
             .help = "Write a profile of your cards as `nvidia-smi mig -lgip` lists them; `+` becomes `.` in "
                     "resource names.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/mig-3g.30gb: 1
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
        nvidia.com/mig-3g.20gb: 1
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests"},
             .references = {"docs.nvidia.com/datacenter/tesla/mig-user-guide supported-mig-profiles",
                            "NVIDIA/mig-parted deployments/systemd/config-default.yaml"}},
    .check_pod = check};

} // namespace gpulint
