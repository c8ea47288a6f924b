// More than one `<<` in a mapping.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::repeated_merge, report, [](const ReadingNote&) {
    return std::string(
        "a second merge key `<<` in one mapping: kubectl takes both and lets this one win, kustomize refuses the file");
  });
}

} // namespace

extern const Rule repeated_merge;
const Rule repeated_merge{
    .info = {.code = "GPU704",
             .name = "repeated-merge",
             .summary = "A mapping has two merge keys (`<<`).",
             .rationale = "kubectl takes both, the later one winning; kustomize refuses the file.",
             .help = "Write one merge key with a list: `<<: [*first, *second]` (the first of the list wins)",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: &a {team: vision}, annotations: &b {tier: low}}
data:
  <<: *a
  <<: *b
)",
             .good = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: &a {team: vision}, annotations: &b {tier: low}}
data:
  <<: [*a, *b]
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
