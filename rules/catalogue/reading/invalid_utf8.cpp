// Bytes that kubectl replaces while it reads.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::replaced_bytes, report, [](const ReadingNote&) {
    return std::string("the file holds bytes that aren't UTF-8: kubectl replaces each by U+FFFD and goes on, kustomize "
                       "refuses the file");
  });
}

} // namespace

extern const Rule invalid_utf8;
const Rule invalid_utf8{
    .info = {.code = "GPU709",
             .name = "invalid-utf8",
             .summary = "The file holds bytes that are not UTF-8.",
             .rationale = "kubectl replaces each of them by U+FFFD and goes on, so a name or an argument is silently "
                          "another one; kustomize refuses the file.",
             .help = "Save the file as UTF-8",
             .action = Action::warn,
             .bad = "apiVersion: v1\nkind: Namespace\nmetadata: {name: caf\xE9}\n",
             .good = "apiVersion: v1\nkind: Namespace\nmetadata: {name: cafe}\n",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
