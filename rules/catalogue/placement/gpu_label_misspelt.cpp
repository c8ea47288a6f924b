// A key or value that differs from a known node label by case or separator only. Labels are compared letter by letter:
// no node has the other spelling.
#include "rules/catalogue/placement/node_labels.hpp"
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>
#include <utility>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  placement::for_each_label_key(in.pod, [&](std::string_view key, const Field& at, bool) {
    const std::string_view meant = placement::meant_label(key);
    if (meant.empty()) {
      return;
    }
    const std::string name = "nvidia.com/" + std::string(meant);
    std::string message = "no node has the label " + std::string(key) + "; its name is " + name;
    if (at.key() == key) {
      report.add_at_key(at, std::move(message), "write " + name);
    } else {
      report.add(at, std::move(message), "write " + name);
    }
  });
  placement::for_each_wanted_value(in.pod, [&](std::string_view key, std::string_view value, const Field& at, bool) {
    if (!placement::is_boolean_label(key) || value == "true" || value == "false") {
      return;
    }
    report.add(at, "the label " + std::string(key) + " is \"true\" or \"false\", never " + placement::quoted(value),
               "write \"true\", in quotes");
  });
}

} // namespace

extern const Rule gpu_label_misspelt;
const Rule gpu_label_misspelt{
    .info = {.code = "GPU219",
             .name = "gpu-label-misspelt",
             .summary = "A node label is spelt otherwise than the nodes have it.",
             .rationale = "Labels are compared letter by letter. With another case or separator the selector "
                          "matches no node, or, as a preference, counts for nothing.",
             .help = "Write the label as the node has it.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/GPU.present: "true"
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.present: "true"
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity"},
             .references = {"NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md"}},
    .check_pod = check};

} // namespace gpulint
