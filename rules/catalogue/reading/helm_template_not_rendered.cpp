// A file is a Helm template that was not rendered. Told by the run in place of a syntax error
// (rules/engine/unreadable.hpp).
#include "rules/engine/rule.hpp"

namespace gpulint {

extern const Rule helm_template_not_rendered;
const Rule helm_template_not_rendered{
    .info = {.code = "GPU740",
             .name = "helm-template-not-rendered",
             .summary = "A file is a Helm template that was not rendered.",
             .rationale =
                 "Its YAML exists only after `helm template` has filled it in, so nothing in it can be judged.",
             .help = "Check the rendered manifests: helm template CHART | gpu-lint check -",
             .action = Action::audit,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  {{- if .Values.gpu }}
  nodeSelector: {hardware: gpu}
  {{- end }}
  containers: [{name: main, image: busybox}]
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
