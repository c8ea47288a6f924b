// A plain scalar that YAML takes for a time stamp.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::date, report, [&](const ReadingNote& note) {
    return std::string("`" + text_of(note, in) +
                       "` without quotes stays as it is in kubectl and becomes a full time stamp in kustomize");
  });
}

} // namespace

extern const Rule date_without_quotes;
const Rule date_without_quotes{
    .info = {.code = "GPU707",
             .name = "date-without-quotes",
             .summary = "A date stands without quotes.",
             .rationale = "kubectl hands the text on as it is written; kustomize rewrites it as a full time stamp "
                          "(2024-01-01T00:00:00Z), so the object differs by the tool that applied it.",
             .help = "Put the date in quotes",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: release}
data:
  built: 2024-01-01
)",
             .good = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: release}
data:
  built: "2024-01-01"
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
