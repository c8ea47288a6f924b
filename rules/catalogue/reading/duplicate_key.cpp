// Two members of one mapping with the same key. Every tool that keeps "the" value keeps another one.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::duplicate_key, report, [](const ReadingNote& note) {
    return std::string(
        "the key `" + std::string(note.key) +
        "` stands twice in one mapping: kubectl takes this last one and drops the other, kustomize refuses the file");
  });
}

} // namespace

extern const Rule duplicate_key;
const Rule duplicate_key{
    .info = {.code = "GPU701",
             .name = "duplicate-key",
             .summary = "A mapping has the same key twice.",
             .rationale = "kubectl takes the last one without a word and kustomize refuses the file, so a limit or a "
                          "toleration that somebody reads in the first place may not be what the cluster gets.",
             .help = "Keep one of the two, and give it the value that is meant",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  containers:
  - name: cuda
    image: nvidia/cuda:12.4.1-runtime-ubuntu22.04
    resources:
      limits: {cpu: 1, memory: 1Gi, nvidia.com/gpu: 1}
      limits: {cpu: 1, memory: 1Gi, nvidia.com/gpu: 2}
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  containers:
  - name: cuda
    image: nvidia/cuda:12.4.1-runtime-ubuntu22.04
    resources:
      limits: {cpu: 1, memory: 1Gi, nvidia.com/gpu: 2}
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
