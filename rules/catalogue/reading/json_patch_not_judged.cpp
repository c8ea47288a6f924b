// A kustomize patch in the form of RFC 6902: a list of operations, no object. Told by the run in place of an error
// (rules/engine/unreadable.hpp).
#include "rules/engine/rule.hpp"

namespace gpulint {

extern const Rule json_patch_not_judged;
const Rule json_patch_not_judged{
    .info = {.code = "GPU741",
             .name = "json-patch-not-judged",
             .summary = "A file is a list of JSON patch operations, as kustomize takes it.",
             .rationale = "It says what to change and not what comes of it, so nothing in it can be judged.",
             .help = "Check what kustomize makes of it: kustomize build DIR | gpu-lint check -",
             .action = Action::audit,
             .bad = R"(- op: add
  path: /spec/template/spec/nodeSelector
  value: {hardware: gpu}
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  containers: [{name: main, image: busybox}]
)",
             .fields = {"the whole file"}},
    .by_engine = true};

} // namespace gpulint
