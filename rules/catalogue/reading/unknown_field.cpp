// A field that Kubernetes doesn't know: a misspelt name, mostly.
//
// kubectl validates strictly by default (fieldValidation=Strict since 1.27) and refuses the object; Argo CD, Flux,
// operators and other API clients only get a warning, if any, and the field is dropped: the pod then runs without its
// limit, toleration or selector.
#include "rules/catalogue/reading/object_fields.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>

namespace gpulint {
namespace {

/// All fields of the API are written so; a name of another form is in no release.
bool could_be_a_new_field(std::string_view name) {
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

std::string help_for(const FieldProblem& problem) {
  if (!problem.similar.empty()) {
    return "Write " + std::string(problem.similar) + ".";
  }
  return "Remove it, or look for its right name among the fields of " + std::string(problem.owner) + ".";
}

void report_problem(const FieldProblem& problem, const Object& object, Report& report) {
  const std::string key(problem.at.key());
  std::string message = "\"" + key + "\" in " + parent_in_words(problem.at, object) + " is not a field of " +
                        std::string(problem.owner) + " (not known to Kubernetes " + std::string(kKubernetesVersion) +
                        ")";
  if (!problem.similar.empty()) {
    message += "; " + std::string(problem.similar) + " is";
  }
  message += ". As written, " + std::string(consequence(object)) + ".";
  RawFinding& finding = report.add_at_key(problem.at, std::move(message), help_for(problem));
  cap_uncertain(finding, problem, object);
  if (problem.similar.empty() && could_be_a_new_field(key)) {
    finding.cap(Action::warn);
  }
}

void check(const ObjectContext& in, Report& report) {
  const ObjectFields& fields = object_fields(in.object);
  for (const FieldProblem& problem : fields.problems) {
    if (problem.kind == FieldProblemKind::unknown && problem.places.empty() &&
        !(fields.flat && is_top_level(problem.at, in.object))) {
      report_problem(problem, in.object, report);
    }
  }
}

} // namespace

extern const Rule unknown_field;
const Rule unknown_field{
    .info =
        {.code = "GPU710",
         .name = "unknown-field",
         .summary = "A field has a name that Kubernetes doesn't know.",
         .rationale =
             "kubectl refuses the object; other clients, and operators that make pods from a template, drop the field "
             "without a word, so that the pod runs without the limit, toleration or selector that was meant.",
         .help = "Write the field's right name.",
         .action = Action::deny,
         .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerationz:
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
         .references = {"sigs.k8s.io/json UnmarshalStrict", "k8s.io/api core/v1/types.go"}},
    .check_object = check};

} // namespace gpulint
