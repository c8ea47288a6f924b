// Catches a kind that isn't in the workload table and in which pods were found by their shape alone: a `containers`
// list whose items have a name and an image.
//
// Every other rule judges those pods, but without role and replicas, and what the kind's controller adds to them isn't
// known. Said once for each object, so that nobody takes the result for more than it is.
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const ObjectContext& in, Report& report) {
  const Object& object = in.object;
  if (object.knowledge != KindKnowledge::structural || object.pods.empty()) {
    return;
  }
  const std::size_t count = object.pods.size();
  std::string message = "the kind " + std::string(object.kind) + " of " + std::string(object.api_version) +
                        " isn't known: " + (count == 1 ? "a pod" : std::to_string(count) + " pods");
  message += " in it " + std::string(count == 1 ? "was" : "were") + " found at " + object.pods.front().spec.path() +
             (count == 1 ? "" : " and elsewhere") + " and analysed by shape, without role and replicas";
  report.add(object.root["kind"], std::move(message));
}

} // namespace

extern const Rule unknown_kind_best_effort;
const Rule unknown_kind_best_effort{
    .info = {.code = "GPU730",
             .name = "unknown-kind-best-effort",
             .summary = "An object of an unknown kind holds what has the shape of a pod, and is analysed as that.",
             .rationale =
                 "What the kind's controller makes of the pod, how many of them it starts and in which roles, isn't "
                 "known, so that findings about it may be too few or too many.",
             .help =
                 "Add a row for this kind to spec.workloads of the policy: apiVersions, kinds, and the paths of its "
                 "pod templates and replicas.",
             .action = Action::audit,
             .bad = R"(apiVersion: example.com/v1
kind: TrainingRun
metadata:
  name: run
spec:
  worker:
    template:
      spec:
        containers:
        - name: trainer
          image: registry.example.com/trainer:1.0
)",
             .good = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: run
spec:
  selector:
    matchLabels: {app: run}
  template:
    metadata:
      labels: {app: run}
    spec:
      containers:
      - name: trainer
        image: registry.example.com/trainer:1.0
)",
             .fields = {"apiVersion", "kind"},
             .references = {"https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/custom-resources/"}},
    .check_object = check};

} // namespace gpulint
