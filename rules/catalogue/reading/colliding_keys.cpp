// Keys of different YAML types whose JSON text is the same.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::colliding_keys, report, [](const ReadingNote& note) {
    return std::string("this key and an earlier one are both `" + std::string(note.key) +
                       "` in JSON, which is what the API server gets: one of the two values is lost, and which one may "
                       "change from run to run");
  });
}

} // namespace

extern const Rule colliding_keys;
const Rule colliding_keys{
    .info = {.code = "GPU702",
             .name = "colliding-keys",
             .summary = "Two keys of a mapping differ in YAML and are one and the same in JSON.",
             .rationale = "Kubernetes gets JSON, where every key is a string: `1` and \"1\", or `yes` and `true`, fall "
                          "together, and which of the two values wins changes from run to run in kubectl.",
             .help = "Quote keys that are numbers or words such as yes, and keep one of the two",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: ranks}
data:
  1: "worker"
  "1": "master"
)",
             .good = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: ranks}
data:
  "0": "master"
  "1": "worker"
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
