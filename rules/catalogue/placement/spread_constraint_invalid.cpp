// What the API refuses in topologySpreadConstraints beside a missing topologyKey: a maxSkew below 1, an unknown
// whenUnsatisfiable, one pair of topologyKey and whenUnsatisfiable twice, minDomains with ScheduleAnyway.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>
#include <utility>

namespace gpulint {
namespace {

void refuse(const PodContext& in, const Field& at, std::string message, std::string help, Report& report) {
  report.add(at, std::move(message) + "; Kubernetes refuses the pod", std::move(help)).cap(placement::refusal(in));
}

void check_one(const PodContext& in, const Field& constraint, Report& report) {
  const Field skew = constraint["maxSkew"];
  if ((!skew || skew.integer()) && skew.integer().value_or(0) < 1) {
    refuse(in, skew ? skew : constraint, "maxSkew has to be at least 1", "write `maxSkew: 1`", report);
  }
  const Field action = constraint["whenUnsatisfiable"];
  const bool known = action.text() == "DoNotSchedule" || action.text() == "ScheduleAnyway";
  if (!known && placement::has_kind(action, Kind::string)) {
    refuse(in, action ? action : constraint,
           action ? placement::quoted(action.text()) + " is no value of whenUnsatisfiable"
                  : std::string("whenUnsatisfiable is missing"),
           "write DoNotSchedule or ScheduleAnyway", report);
  }
  const Field domains = constraint["minDomains"];
  if (domains.integer() && *domains.integer() < 1) {
    refuse(in, domains, "minDomains has to be at least 1", "write a number above 0, or leave it out", report);
  } else if (domains.integer() && action.text() == "ScheduleAnyway") {
    refuse(in, domains, "minDomains stands beside whenUnsatisfiable: ScheduleAnyway",
           "leave minDomains out, or write `whenUnsatisfiable: DoNotSchedule`", report);
  }
}

bool is_repeated(const Field& constraints, std::size_t index) {
  const Field constraint = constraints[index];
  for (std::size_t earlier = 0; earlier < index; ++earlier) {
    if (constraints[earlier]["topologyKey"].text() == constraint["topologyKey"].text() &&
        constraints[earlier]["whenUnsatisfiable"].text() == constraint["whenUnsatisfiable"].text()) {
      return true;
    }
  }
  return false;
}

void check(const PodContext& in, Report& report) {
  const Field constraints = in.pod.get("topologySpreadConstraints");
  constexpr std::size_t many = 100; // each is compared with all before it
  if (!constraints.is(Kind::sequence) || in.pod.partial || constraints.size() > many) {
    return;
  }
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const Field constraint = constraints[i];
    if (!constraint.is(Kind::mapping)) {
      continue;
    }
    check_one(in, constraint, report);
    if (!constraint["topologyKey"].text().empty() && !constraint["whenUnsatisfiable"].text().empty() &&
        is_repeated(constraints, i)) {
      refuse(in, constraint, "two spread constraints have the same topologyKey and whenUnsatisfiable",
             "keep one of them", report);
    }
  }
}

} // namespace

extern const Rule spread_constraint_invalid;
const Rule spread_constraint_invalid{
    .info =
        {.code = "GPU241",
         .name = "spread-constraint-invalid",
         .summary = "A topology spread constraint has a value that Kubernetes refuses.",
         .rationale = "maxSkew has to be 1 or more, whenUnsatisfiable DoNotSchedule or ScheduleAnyway, "
                      "minDomains goes with DoNotSchedule only, and each pair of topologyKey and "
                      "whenUnsatisfiable may occur once. Otherwise the pod is refused.",
         .help = "Write maxSkew: 1 and whenUnsatisfiable: DoNotSchedule or ScheduleAnyway.",
         .action = Action::deny,
         .bad = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: inference
spec:
  replicas: 2
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      topologySpreadConstraints:
      - maxSkew: 0
        topologyKey: kubernetes.io/hostname
        whenUnsatisfiable: DoNotSchedule
        labelSelector: {matchLabels: {app: inference}}
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
         .good = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: inference
spec:
  replicas: 2
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: kubernetes.io/hostname
        whenUnsatisfiable: DoNotSchedule
        labelSelector: {matchLabels: {app: inference}}
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
         .fields = {"topologySpreadConstraints"},
         .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go validateTopologySpreadConstraints"}},
    .check_pod = check};

} // namespace gpulint
