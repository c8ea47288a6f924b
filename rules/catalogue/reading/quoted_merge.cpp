// A quoted `<<`, which one reader takes for a key and the other for a merge.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::quoted_merge, report, [](const ReadingNote&) {
    return std::string("\"<<\" in quotes is a plain key for kubectl, which merges nothing; kustomize merges");
  });
}

} // namespace

extern const Rule quoted_merge;
const Rule quoted_merge{
    .info = {.code = "GPU705",
             .name = "quoted-merge",
             .summary = "A merge key is written in quotes (\"<<\").",
             .rationale = "For kubectl it is then a plain key called <<, so nothing is merged; kustomize merges.",
             .help = "Write `<<` without quotes to merge, or another key",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: &a {team: vision}}
data:
  "<<": *a
)",
             .good = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: &a {team: vision}}
data:
  <<: *a
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
