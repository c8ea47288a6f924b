// YAML 1.1 words for booleans that YAML 1.2 dropped.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::boolean_word, report, [&](const ReadingNote& note) {
    return std::string("`" + text_of(note, in) +
                       "` without quotes is a boolean for kubectl and a string for kustomize");
  });
}

} // namespace

extern const Rule boolean_word;
const Rule boolean_word{
    .info = {.code = "GPU706",
             .name = "boolean-word",
             .summary = "A word such as yes, no, on, off or y stands without quotes.",
             .rationale = "kubectl reads YAML 1.1, where these words are booleans; kustomize and most editors read "
                          "YAML 1.2, where they are strings. As the value of a label, an annotation or an environment "
                          "variable the boolean is refused by the API server.",
             .help = "Write true or false if a boolean is meant, and put the word in quotes if the text is meant",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  hostNetwork: no
  containers: [{name: main, image: busybox}]
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  hostNetwork: false
  containers: [{name: main, image: busybox}]
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
