// A nodeSelector or required node affinity on the host's name (kubernetes.io/hostname, or matchFields metadata.name).
//
// Terms are ORed, so affinity pins only where every term does. With a request it wastes cards at worst (advice);
// without one it is a way to a certain GPU node.
#include "rules/catalogue/isolation/host_access.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

constexpr std::string_view kHostName = "kubernetes.io/hostname";

const SelectorRequirement* pin_of(const NodeSelectorTerm& term) {
  for (const SelectorRequirement& requirement : term.fields) {
    if (requirement.key == "metadata.name" && requirement.op == "In") {
      return &requirement;
    }
  }
  for (const SelectorRequirement& requirement : term.expressions) {
    if (requirement.key == kHostName && requirement.op == "In" && requirement.values.size() == 1) {
      return &requirement;
    }
  }
  return nullptr;
}

/// The requirement that pins the pod; nullptr where some term leaves it a choice.
const SelectorRequirement* affinity_pin(const NodeAffinity& affinity) {
  const SelectorRequirement* pin = nullptr;
  for (const NodeSelectorTerm& term : affinity.required_terms) {
    const SelectorRequirement* here = pin_of(term);
    const bool other = here == nullptr || (pin != nullptr && (here->values.empty() || here->values != pin->values));
    if (other) {
      return nullptr;
    }
    pin = here;
  }
  return pin != nullptr && !pin->values.empty() ? pin : nullptr;
}

void add_pin(const PodContext& in, const Field& field, std::string_view node, Report& report) {
  RawFinding& finding = report.add(field, "The pod can run on the node " + std::string(node) +
                                              " only: it waits for it while GPUs elsewhere are idle, and for ever once "
                                              "the node is replaced.");
  if (in.accelerators.asks()) {
    finding.cap(Action::audit);
  }
}

void check(const PodContext& in, Report& report) {
  if (trust_of(in) != Trust::user || !is_gpu_pod(in)) {
    return;
  }
  if (const Field name = in.pod.node_selector()[kHostName]; !name.text().empty()) {
    add_pin(in, name, name.text(), report);
  }
  if (const SelectorRequirement* pin = affinity_pin(in.pod.node_affinity); pin != nullptr) {
    add_pin(in, pin->field, pin->values.front(), report);
  }
}

} // namespace

extern const Rule host_name_pin;
const Rule host_name_pin{.info = {.code = "GPU317",
                                  .name = "host-name-pin",
                                  .summary = "A GPU pod can run on one named node only.",
                                  .rationale = "The pod waits for that node while cards elsewhere are idle, and stays "
                                               "Pending for ever once the node is replaced.",
                                  .help = "Select by what the pod needs (nvidia.com/gpu.product, the pool's label); "
                                          "for local data use a PersistentVolume, which brings its node along.",
                                  .action = Action::warn,
                                  .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    kubernetes.io/hostname: gpu-01
  containers:
  - name: main
    image: registry.example/trainer:1.4
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
    nvidia.com/gpu.product: NVIDIA-L4
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
                                  .fields = {"nodeSelector", "affinity.nodeAffinity"},
                                  .references = {"k8s.io/component-helpers nodeaffinity"}},
                         .check_pod = check};

} // namespace gpulint
