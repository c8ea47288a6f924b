// A manifest that lost its indentation: the keys of metadata and spec stand at the top level.
//
// Text copied from a web page or a chat often arrives so. It still parses, so that the API's answer (a list of unknown
// fields, or "spec.containers: Required value") doesn't tell what happened.
#include "rules/catalogue/reading/object_fields.hpp"
#include "rules/engine/rule.hpp"

#include <map>

namespace gpulint {
namespace {

void check(const ObjectContext& in, Report& report) {
  const ObjectFields& fields = object_fields(in.object);
  if (!fields.flat) {
    return;
  }
  const FieldTable& table = FieldTable::builtin();
  std::map<std::string_view, Field> lost; // by name: the order of keys decides nothing
  for (const FieldProblem& problem : fields.problems) {
    const std::string_view key = problem.at.key();
    const bool under_spec =
        table.has_field("PodSpec", key) || key == "template" || key == "jobTemplate" || key == "replicas";
    if (problem.kind == FieldProblemKind::unknown && is_top_level(problem.at, in.object) && under_spec) {
      lost.emplace(key, problem.at);
    }
  }
  std::string names;
  for (const auto& [name, place] : lost) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  RawFinding& finding = report.add_at_key(
      lost.empty() ? in.object.root : lost.begin()->second,
      "The manifest has lost its indentation: " + names + " of this " + std::string(in.object.kind) +
          " stand at the top level and not under spec. kubectl refuses the object.",
      "Indent what belongs to metadata and spec by two spaces, or copy the manifest again from a source that keeps "
      "white space.");
  if (!fields.strict) {
    finding.cap(Action::warn);
  }
}

} // namespace

extern const Rule pod_fields_at_top_level;
const Rule pod_fields_at_top_level{
    .info = {.code = "GPU713",
             .name = "pod-fields-at-top-level",
             .summary = "Fields of the pod stand at the top level: the manifest has lost its indentation.",
             .rationale =
                 "The text still parses, but the object has no spec; the API's answer doesn't tell what happened.",
             .help = "Indent what belongs to metadata and spec.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
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
             .fields = {"top level of built-in kinds"},
             .references = {"sigs.k8s.io/json UnmarshalStrict"}},
    .check_object = check};

} // namespace gpulint
