// schedulerName outside of the policy's list on a pod that asks for an accelerator.
//
// Sharing layers (HAMi, Volcano vGPU, KAI) keep their accounts in their own scheduler; a pod that another one places is
// in none of them.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gpulint {
namespace {

/// Schedulers that are known to place accelerators, and Kubernetes' own.
constexpr std::array<std::string_view, 9> kKnownSchedulers{
    "default-scheduler", "volcano",        "kai-scheduler", "runai-scheduler",
    "koord-scheduler",   "hami-scheduler", "yunikorn",      "scheduler-plugins-scheduler",
    "gpushare-scheduler"};

bool is_known(const PodContext& in, std::string_view scheduler) {
  const std::vector<std::string>& allowed = in.policy().schedulers;
  return std::find(kKnownSchedulers.begin(), kKnownSchedulers.end(), scheduler) != kKnownSchedulers.end() ||
         std::find(allowed.begin(), allowed.end(), scheduler) != allowed.end();
}

void check(const PodContext& in, Report& report) {
  const Field field = in.pod.get("schedulerName");
  const std::string_view scheduler = field.text();
  if (scheduler.empty() || !in.accelerators.asks() || trust_of(in) == Trust::system_agent || is_known(in, scheduler)) {
    return;
  }
  soften(
      report.add(field, "The pod asks for an accelerator and names the scheduler " + std::string(scheduler) +
                            ", which the policy doesn't list: if it doesn't run here the pod stays Pending, and if it "
                            "does, its placements may be missing in the sharing layer's accounts."),
      in);
}

} // namespace

extern const Rule foreign_scheduler;
const Rule foreign_scheduler{
    .info = {.code = "GPU318",
             .name = "foreign-scheduler",
             .summary = "A GPU pod names a scheduler that the policy does not know.",
             .rationale = "A scheduler that does not run leaves the pod Pending without an event; one that runs may "
                          "give out shares of cards that another one counts.",
             .help = "Remove schedulerName, correct it, or add the scheduler to schedulers in the policy.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  schedulerName: my-scheduler
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  schedulerName: volcano
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"schedulerName"},
             .references = {"Project-HAMi/HAMi pkg/scheduler/webhook.go"}},
    .check_pod = check};

} // namespace gpulint
