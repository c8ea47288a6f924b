// Content between `...` and the next `---`.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::text_after_end, report, [](const ReadingNote&) {
    return std::string("what follows `...` is dropped in silence by kubectl and kustomize: this is never applied");
  });
}

} // namespace

extern const Rule text_after_document_end;
const Rule text_after_document_end{
    .info = {.code = "GPU708",
             .name = "text-after-document-end",
             .summary = "Text follows a document end marker (`...`).",
             .rationale = "kubectl and kustomize read one document between two `---` and drop what follows `...` "
                          "without a word: objects that stand there are never applied.",
             .help = "Begin the next document with `---` in place of `...`",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Namespace
metadata: {name: ml}
...
apiVersion: v1
kind: Namespace
metadata: {name: lost}
)",
             .good = R"(apiVersion: v1
kind: Namespace
metadata: {name: ml}
---
apiVersion: v1
kind: Namespace
metadata: {name: found}
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
