// A field of the pod, the container or an affinity that stands one level too high or too low.
//
// The name is right, so nobody sees the fault: `tolerations` under `affinity`, `nodeSelector` beside `template`,
// `nvidia.com/gpu` straight under `resources`. kubectl refuses it for built-in kinds; everybody else drops it
// (ray-project/ray #50298, siutsin/otaru #2569).
#include "rules/catalogue/reading/object_fields.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

std::string help_for(const std::vector<std::string>& places) {
  std::string help = "Move it to " + places.front();
  for (std::size_t index = 1; index < places.size(); ++index) {
    help += " (or " + places[index] + ")";
  }
  return help + ".";
}

void report_problem(const FieldProblem& problem, const Object& object, Report& report) {
  const std::string key(problem.at.key());
  std::string message = "\"" + key + "\" stands in " + parent_in_words(problem.at, object) +
                        ", where Kubernetes has no such field; it belongs in " + problem.places.front() + ". Here " +
                        std::string(consequence(object)) + " (as of Kubernetes " + std::string(kKubernetesVersion) +
                        ").";
  RawFinding& finding = report.add_at_key(problem.at, std::move(message), help_for(problem.places));
  cap_uncertain(finding, problem, object);
}

void check(const ObjectContext& in, Report& report) {
  const ObjectFields& fields = object_fields(in.object);
  for (const FieldProblem& problem : fields.problems) {
    if (problem.kind == FieldProblemKind::unknown && !problem.places.empty() &&
        !(fields.flat && is_top_level(problem.at, in.object))) {
      report_problem(problem, in.object, report);
    }
  }
}

} // namespace

extern const Rule misplaced_field;
const Rule misplaced_field{
    .info =
        {.code = "GPU711",
         .name = "misplaced-field",
         .summary = "A field stands one level too high or too low.",
         .rationale =
             "Kubernetes has no such field in that place: kubectl refuses the object, other clients and operators drop "
             "the field without a word, and the pod stays Pending or runs without its GPU.",
         .help = "Move the field to where it belongs.",
         .action = Action::deny,
         .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  affinity:
    tolerations:
    - key: nvidia.com/gpu
      operator: Exists
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
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .fields = {"all fields of built-in kinds, and of pod templates in custom resources"},
         .references = {"sigs.k8s.io/json UnmarshalStrict", "ray-project/ray #50298", "siutsin/otaru PR #2569"}},
    .check_object = check};

} // namespace gpulint
