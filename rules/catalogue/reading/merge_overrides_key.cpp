// A key in front of `<<` that the merged mapping holds too.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::merge_overrides, report, [](const ReadingNote& note) {
    return std::string("`" + std::string(note.key) +
                       "` is written here and overridden by the merge key `<<` below it in kubectl; kustomize keeps "
                       "what is written here");
  });
}

} // namespace

extern const Rule merge_overrides_key;
const Rule merge_overrides_key{
    .info = {.code = "GPU703",
             .name = "merge-overrides-key",
             .summary = "A merge key (`<<`) stands behind a key that it overrides.",
             .rationale = "kubectl merges at the place where `<<` stands, so the merged value replaces the one written "
                          "above it; kustomize and YAML itself let the written one win.",
             .help = "Put `<<` first in its mapping, or drop the key that the merge replaces",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata: {name: trainer, annotations: &common {team: vision, tier: low}}
spec:
  nodeSelector:
    tier: high
    <<: *common
  containers: [{name: main, image: busybox}]
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata: {name: trainer, annotations: &common {team: vision, tier: low}}
spec:
  nodeSelector:
    <<: *common
    tier: high
  containers: [{name: main, image: busybox}]
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
