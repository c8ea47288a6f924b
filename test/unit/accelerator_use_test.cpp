#include "rules/document/reader.hpp"
#include "rules/engine/accelerator_use.hpp"

#include <memory>

#include <catch2/catch.hpp>

namespace gpulint {
namespace {

Pattern pattern(std::string_view source) {
  auto compiled = Pattern::compile(source);
  REQUIRE(compiled.has_value());
  return *std::move(compiled);
}

/// One pool with every kind of signal.
Policy nvidia_policy() {
  Pool pool;
  pool.name = "nvidia";
  pool.resources = {pattern(R"(nvidia\.com/gpu)"), pattern(R"(nvidia\.com/mig-.*)")};
  pool.taints = {{"nvidia.com/gpu", "true", "NoSchedule"}, {"example.com/spot", "", "NoSchedule"}};
  pool.node_labels = {{"hardware", "gpu"}};
  pool.classes.label = "gpu.accelerator/class";
  pool.classes.classes = {{"high", {"A100"}, ""}};
  pool.signals.runtime_classes = {pattern("nvidia")};
  pool.signals.images = {pattern("nvidia/cuda"), pattern(R"(nvcr\.io/nvidia/.*)")};
  pool.signals.env = {"NVIDIA_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"};
  pool.signals.labels = {"example.com/gpu-job"};
  pool.signals.node_labels = {pattern(R"(nvidia\.com/.*)")};
  Policy policy;
  policy.pools.push_back(std::move(pool));
  return policy;
}

/// A pod read from YAML, with everything that it points into.
struct PodFile {
  explicit PodFile(std::string yaml) : text(std::move(yaml)), stream(std::make_unique<DocumentStream>(text)) {
    const auto document = stream->next();
    REQUIRE(document.has_value());
    REQUIRE(document->has_value());
    pod.base = Field::root(*document->value().root, stream->arena());
    pod.metadata = pod.base["metadata"];
    pod.spec = pod.base["spec"];
    parse_pod(pod, stream->arena());
    found = find_accelerators(pod, policy, AcceleratorTable::builtin());
  }

  std::string text;
  std::unique_ptr<DocumentStream> stream;
  Policy policy = nvidia_policy();
  Pod pod;
  PodAccelerators found;
};

std::string spec(std::string_view fields) {
  return "metadata: {name: p}\nspec: {" + std::string(fields) + "}\n";
}

TEST_CASE("what a pod asks for") {
  struct Row {
    const char* containers;
    bool asks;
    bool by_resource;
    std::int64_t devices;
    std::size_t requests;
  };
  const Row rows[] = {
      {"containers: [{name: a, resources: {limits: {nvidia.com/gpu: 2}}}]", true, true, 2, 1},
      {"containers: [{name: a, resources: {limits: {nvidia.com/gpu: '2'}, requests: {nvidia.com/gpu: 2}}}]", true, true,
       2, 1},
      {"containers: [{name: a, resources: {requests: {nvidia.com/gpu: 1}}}]", true, true, 1, 1},
      {"containers: [{name: a, resources: {limits: {nvidia.com/gpu: 0}}}]", false, false, 0, 1},
      {"containers: [{name: a, resources: {limits: {nvidia.com/gpu: many}}}]", false, false, 0, 1},
      {"containers: [{name: a, resources: {limits: {cpu: 2, memory: 1Gi}}}]", false, false, 0, 0},
      {"containers: [{name: a, resources: {limits: {example.com/dongle: 1}}}]", false, false, 0, 0},
      {"containers: [{name: a, resources: {limits: {amd.com/gpu: 1}}}]", true, true, 1, 1},
      {"containers: [{name: a, resources: {limits: {vpc.amazonaws.com/efa: 1}}}]", false, false, 0, 0},
      {"containers: [{name: a, resources: {limits: {nvidia.com/gpumem: 3000}}}]", false, false, 0, 1},
      {"containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}, {name: b, resources: {limits: "
       "{nvidia.com/gpu: 3}}}]",
       true, true, 4, 2},
      // init containers run before the others, sidecars beside them
      {"initContainers: [{name: i, resources: {limits: {nvidia.com/gpu: 3}}}], containers: [{name: a, resources: "
       "{limits: "
       "{nvidia.com/gpu: 2}}}]",
       true, true, 3, 2},
      {"initContainers: [{name: i, restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}}], containers: "
       "[{name: a, "
       "resources: {limits: {nvidia.com/gpu: 2}}}]",
       true, true, 3, 2},
      {"initContainers: [{name: s, restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}}, {name: i, "
       "resources: "
       "{limits: {nvidia.com/gpu: 4}}}], containers: [{name: a, resources: {limits: {nvidia.com/gpu: 2}}}]",
       true, true, 5, 3},
      {"containers: [{name: a, resources: {limits: {nvidia.com/gpu: 8Ei}}}, {name: b, resources: {limits: "
       "{nvidia.com/gpu: 8Ei}}}]",
       true, true, std::numeric_limits<std::int64_t>::max(), 2},
      {"containers: [{name: a, resources: {limits: {nvidia.com/mig-1g.5gb: 1, nvidia.com/gpu: 1}}}]", true, true, 2, 2},
      {"resourceClaims: [{name: c, resourceClaimTemplateName: single-gpu}], containers: [{name: a}]", true, false, 0,
       0},
      {"resourceClaims: [{name: c, resourceClaimName: nic}], containers: [{name: a}]", false, false, 0, 0},
      {"resourceClaims: [{name: c, resourceClaimName: nic}], runtimeClassName: nvidia, containers: [{name: a}]", true,
       false, 0, 0},
      {"resourceClaims: [], containers: [{name: a}]", false, false, 0, 0},
      {"containers: null", false, false, 0, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.containers);
    const PodFile file(spec(row.containers));
    CHECK(file.found.asks() == row.asks);
    CHECK(file.found.asks_by_resource() == row.by_resource);
    CHECK(file.found.device_count() == row.devices);
    CHECK(file.found.requests.size() == row.requests);
  }
}

TEST_CASE("a share of a card by annotation") {
  const PodFile file("metadata: {name: p, annotations: {gpu-fraction: '0.5'}}\nspec: {containers: [{name: a}]}\n");
  CHECK(file.found.asks());
  CHECK_FALSE(file.found.asks_by_resource());
  CHECK(file.found.sharing_annotation.text() == "0.5");
}

TEST_CASE("pools and requests by container") {
  const PodFile file(
      spec("containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}, {name: b, resources: {limits: "
           "{nvidia.com/mig-1g.5gb: 1, cpu: 1}}}, {name: c, resources: {limits: {amd.com/gpu: 1}}}]"));
  REQUIRE(file.found.pools().size() == 1);
  CHECK(file.found.pools().front()->name == "nvidia");
  REQUIRE(file.pod.containers.size() == 3);
  REQUIRE(file.found.of(file.pod.containers[1]).size() == 1);
  CHECK(file.found.of(file.pod.containers[1]).front()->name == "nvidia.com/mig-1g.5gb");
  REQUIRE(file.found.of(file.pod.containers[2]).size() == 1);
  CHECK(file.found.of(file.pod.containers[2]).front()->pool == nullptr);
}

TEST_CASE("signals of a pod that asks for nothing") {
  constexpr int none = -1;
  struct Row {
    const char* fields;
    int kind; ///< of the strongest signal
    bool strong;
  };
  const auto kind = [](SignalKind k) { return static_cast<int>(k); };
  const Row rows[] = {
      {"containers: [{name: a}]", none, false},
      {"containers: [{name: a, image: 'nginx:1.27'}], tolerations: []", none, false},
      // tolerations
      {"tolerations: [{key: nvidia.com/gpu, operator: Exists}]", kind(SignalKind::toleration), false},
      {"tolerations: [{key: nvidia.com/gpu, value: other}]", kind(SignalKind::toleration), false},
      {"tolerations: [{operator: Exists}]", none, false},
      {"tolerations: [{key: example.com/spot, operator: Exists}]", none, false},
      // selectors
      {"nodeSelector: {hardware: gpu}", kind(SignalKind::node_selector), false},
      {"nodeSelector: {hardware: cpu}", none, false},
      {"nodeSelector: {gpu.accelerator/class: high}", kind(SignalKind::node_selector), false},
      {"nodeSelector: {nvidia.com/gpu.product: Tesla-T4}", kind(SignalKind::node_selector), false},
      {"nodeSelector: {nvidia.com/gpu.present: 'false'}", none, false},
      {"nodeSelector: {nvidia.com/gpu.deploy.dcgm: 'true'}", none, false},
      {"nodeSelector: null", none, false},
      // runtime class
      {"runtimeClassName: nvidia", kind(SignalKind::runtime_class), false},
      {"runtimeClassName: nvidia-legacy", none, false},
      {"runtimeClassName: gvisor", none, false},
      // images
      {"containers: [{name: a, image: 'nvidia/cuda:12.4.1-base-ubuntu22.04'}]", kind(SignalKind::image), false},
      {"containers: [{name: a, image: 'nvcr.io/nvidia/pytorch@sha256:0123'}]", kind(SignalKind::image), false},
      {"containers: [{name: a, image: 'localhost:5000/nvidia/cuda'}]", none, false},
      // variables
      {"containers: [{name: a, env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]}]", kind(SignalKind::env), true},
      {"containers: [{name: a, env: [{name: NVIDIA_VISIBLE_DEVICES, value: '0'}]}]", kind(SignalKind::env), true},
      {"containers: [{name: a, env: [{name: NVIDIA_VISIBLE_DEVICES, value: none}]}]", none, false},
      {"containers: [{name: a, env: [{name: NVIDIA_VISIBLE_DEVICES, value: void}]}]", none, false},
      {"containers: [{name: a, env: [{name: NVIDIA_VISIBLE_DEVICES, value: ''}]}]", none, false},
      {"containers: [{name: a, env: [{name: NVIDIA_VISIBLE_DEVICES}]}]", none, false},
      {"containers: [{name: a, env: [{name: NVIDIA_VISIBLE_DEVICES, valueFrom: {configMapKeyRef: {name: c, key: "
       "k}}}]}]",
       kind(SignalKind::env), false},
      {"containers: [{name: a, env: [{name: CUDA_VISIBLE_DEVICES, value: '0'}]}]", kind(SignalKind::env), false},
      {"containers: [{name: a, env: [{name: CUDA_VISIBLE_DEVICES, value: '-1'}]}]", none, false},
      // the strong one counts more than the rest
      {"nodeSelector: {hardware: gpu}, containers: [{name: a, env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]}]",
       kind(SignalKind::env), true},
      {"tolerations: [{key: nvidia.com/gpu, operator: Exists}], nodeSelector: {hardware: gpu}",
       kind(SignalKind::node_selector), false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.fields);
    const PodFile file(spec(row.fields));
    const Signal* signal = file.found.strongest_signal();
    CHECK((signal == nullptr ? none : static_cast<int>(signal->kind)) == row.kind);
    CHECK((signal != nullptr && signal->strong) == row.strong);
    CHECK_FALSE(file.found.asks());
  }
}

TEST_CASE("required node affinity is a signal where every term leads to the pool") {
  const auto affinity = [](std::string_view terms) {
    return spec("affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" +
                std::string(terms) + "]}}}");
  };
  struct Row {
    const char* terms;
    bool signal;
  };
  const Row rows[] = {
      {"{matchExpressions: [{key: nvidia.com/gpu.product, operator: In, values: [Tesla-T4]}]}", true},
      {"{matchExpressions: [{key: nvidia.com/gpu.present, operator: In, values: ['false']}]}", false},
      {"{matchExpressions: [{key: nvidia.com/gpu.present, operator: Exists}]}", true},
      {"{matchExpressions: [{key: nvidia.com/gpu.memory, operator: Gt, values: ['1']}]}", true},
      {"{matchExpressions: [{key: nvidia.com/gpu.present, operator: DoesNotExist}]}", false},
      {"{matchExpressions: [{key: nvidia.com/gpu.product, operator: NotIn, values: [Tesla-T4]}]}", false},
      {"{matchExpressions: [{key: hardware, operator: In, values: [gpu]}]}", true},
      {"{matchExpressions: [{key: hardware, operator: In, values: [gpu, cpu]}]}", false},
      {"{matchExpressions: [{key: hardware, operator: Exists}]}", false},
      {"{matchExpressions: [{key: hardware, operator: In, values: [gpu]}]}, {matchExpressions: [{key: team, operator: "
       "Exists}]}",
       false},
      {"{}, {matchExpressions: [{key: hardware, operator: In, values: [gpu]}]}", true},
      {"{}", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.terms);
    const PodFile file(affinity(row.terms));
    CHECK(file.found.has_signals() == row.signal);
  }
}

TEST_CASE("labels and demands are signals") {
  const PodFile label("metadata: {labels: {example.com/gpu-job: a}}\nspec: {}\n");
  REQUIRE(label.found.strongest_signal() != nullptr);
  CHECK(label.found.strongest_signal()->kind == SignalKind::label);

  const PodFile demand("metadata: {annotations: {gpu-lint.dev/class: high}}\nspec: {}\n");
  REQUIRE(demand.found.strongest_signal() != nullptr);
  CHECK(demand.found.strongest_signal()->kind == SignalKind::demand);
  CHECK(demand.found.strongest_signal()->pool->name == "nvidia");
  CHECK(demand.found.strongest_signal()->what == "demands gpu-lint.dev/class: \"high\"");

  const PodFile other("metadata: {annotations: {gpu-lint.dev/ignore: GPU101}}\nspec: {}\n");
  CHECK_FALSE(other.found.has_signals());
}

} // namespace
} // namespace gpulint
