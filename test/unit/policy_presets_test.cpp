// The shipped policies: each loads against the rules that there are and does what it says.
#include "rules/engine/registry.hpp"
#include "rules/policy/load.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace gpulint;

namespace {

std::shared_ptr<const Policy> preset(const std::string& name) {
  const std::string text = "apiVersion: gpu-lint.dev/v1\nkind: Policy\nspec: {extends: [" + name + "]}\n";
  const auto policy = load_policy(text, "p.yaml", Registry::builtin().names());
  if (!policy) {
    FAIL(policy.error().front().text());
  }
  return *policy;
}

using Labels = std::vector<std::pair<std::string, std::string>>;

const Pool& pool(const Policy& policy, std::string_view name = "nvidia") {
  const Pool* const found = policy.find_pool(name);
  REQUIRE(found != nullptr);
  return *found;
}

bool selects(const Pool& pool, std::string_view label) {
  return std::any_of(pool.signals.node_labels.begin(), pool.signals.node_labels.end(),
                     [&](const Pattern& pattern) { return pattern.matches(label); });
}

std::optional<Action> action(const Policy& policy, std::string_view rule) {
  const Rule* const found = Registry::builtin().find(rule);
  REQUIRE(found != nullptr);
  const auto setting = policy.rules.find(found->info.code);
  return setting == policy.rules.end() ? std::nullopt : setting->second.action;
}

} // namespace

TEST_CASE("the built-in policy", "[policy]") {
  const auto policy = default_policy(Registry::builtin().names());
  CHECK(policy->name == "default");
  CHECK(policy->file.empty());
  CHECK(policy->presets.empty());
  CHECK(policy->rules.empty()); // actions stand in the rules
  CHECK(policy->custom.empty());
  CHECK(policy->exceptions.empty());
  const std::pair<const char*, const char*> expected[] = {{"nvidia.com/gpu", "nvidia"},
                                                          {"nvidia.com/gpu.shared", "nvidia"},
                                                          {"nvidia.com/mig-1g.10gb", "nvidia"},
                                                          {"nvidia.com/gpumem", "nvidia"},
                                                          {"volcano.sh/vgpu-number", "nvidia"},
                                                          {"aliyun.com/gpu-mem", "nvidia"},
                                                          {"amd.com/gpu", "amd"},
                                                          {"amd.com/cpx_nps4", "amd"},
                                                          {"gpu.intel.com/i915", "intel"},
                                                          {"habana.ai/gaudi", "gaudi"},
                                                          {"huawei.com/Ascend910", "ascend"},
                                                          {"huawei.com/Ascend310P-4c", "ascend"},
                                                          {"cambricon.com/mlu", "cambricon"},
                                                          {"hygon.com/dcunum", "hygon"},
                                                          {"mthreads.com/vgpu", "mthreads"},
                                                          {"metax-tech.com/sgpu", "metax"},
                                                          {"iluvatar.ai/BI-V100-vgpu", "iluvatar"},
                                                          {"enflame.com/drs-gcu", "enflame"},
                                                          {"kunlunxin.com/vxpu", "kunlunxin"},
                                                          {"furiosa.ai/rngd-2core.12gb", "furiosa"},
                                                          {"google.com/tpu", "tpu"},
                                                          {"aws.amazon.com/neuroncore", "neuron"}};
  for (const auto& [resource, name] : expected) {
    CAPTURE(resource);
    const Pool* const found = policy->pool_of(resource);
    REQUIRE(found != nullptr);
    CHECK(found->name == name);
  }
  for (const char* other :
       {"cpu", "nvidia.com/gpus", "gpu.intel.com/monitoring", "rdma/hca", "vpc.amazonaws.com/efa"}) {
    CHECK(policy->pool_of(other) == nullptr);
  }
  for (const Pool& one : policy->pools) {
    CAPTURE(one.name);
    CHECK(one.node_labels.empty());
    CHECK(one.taints.size() == (one.name == "nvidia" ? 1u : 0u));
    // It is read at every start: nothing in it may need RE2.
    for (const auto* patterns :
         {&one.resources, &one.signals.images, &one.signals.node_labels, &one.signals.runtime_classes}) {
      for (const Pattern& pattern : *patterns) {
        CHECK_FALSE(pattern.is_regular());
      }
    }
  }
  CHECK(pool(*policy).taints[0].value.empty());
  CHECK(policy->is_system_namespace("gpu-operator"));
  CHECK(policy->anti_affinity.weight == 100);
  CHECK_FALSE(policy->anti_affinity.required);
}

TEST_CASE("presets do what they say", "[policy]") {
  const Taint any{"nvidia.com/gpu", "", "NoSchedule"};
  const auto taints = [](const Policy& policy) { return pool(policy).taints; };

  const auto op = preset("nvidia-gpu-operator");
  CHECK(pool(*op).node_labels == Labels{{"nvidia.com/gpu.present", "true"}});
  CHECK((taints(*op) == std::vector<Taint>{any}));

  const auto gke = preset("gke");
  CHECK((taints(*gke) == std::vector<Taint>{{"nvidia.com/gpu", "present", "NoSchedule"}}));
  CHECK(action(*gke, "toleration-missing") == Action::audit);
  CHECK(selects(pool(*gke), "cloud.google.com/gke-accelerator"));
  CHECK(selects(pool(*gke, "tpu"), "cloud.google.com/gke-tpu-topology"));

  const auto eks = preset("eks");
  CHECK((taints(*eks) == std::vector<Taint>{any}));
  CHECK(selects(pool(*eks), "k8s.amazonaws.com/accelerator"));

  CHECK(selects(pool(*preset("karpenter")), "karpenter.k8s.aws/instance-gpu-name"));

  const auto aks = preset("aks");
  CHECK((taints(*aks) == std::vector<Taint>{{"sku", "gpu", "NoSchedule"}}));
  CHECK(pool(*aks).node_labels == Labels{{"kubernetes.azure.com/accelerator", "nvidia"}});

  const auto openshift = preset("openshift");
  CHECK(openshift->presets == std::vector<std::string>{"nvidia-gpu-operator", "openshift"});
  CHECK((taints(*openshift) == std::vector<Taint>{{"nvidia.com/gpu", "true", "NoSchedule"}}));
  CHECK(pool(*openshift).node_labels == Labels{{"nvidia.com/gpu.present", "true"}});
  CHECK(openshift->is_system_namespace("nvidia-gpu-operator"));

  const auto ack = preset("ack");
  CHECK(taints(*ack).empty());
  CHECK(ack->pool_of("aliyun.com/gpu-mem")->name == "nvidia");
  CHECK(selects(pool(*ack), "aliyun.accelerator/nvidia_name"));

  CHECK(pool(*preset("amd-gpu-operator"), "amd").node_labels == Labels{{"feature.node.kubernetes.io/amd-gpu", "true"}});
  CHECK(pool(*preset("intel-device-plugins"), "intel").node_labels ==
        Labels{{"intel.feature.node.kubernetes.io/gpu", "true"}});
  CHECK(preset("intel-device-plugins")->is_system_namespace("inteldeviceplugins-system"));
  CHECK(preset("amd-gpu-operator")->is_system_namespace("kube-amd-gpu"));

  const auto ascend = preset("ascend");
  CHECK(pool(*ascend, "ascend").node_labels == Labels{{"workerselector", "dls-worker-node"}});
  CHECK(std::count(ascend->schedulers.begin(), ascend->schedulers.end(), "volcano") == 1);

  const auto hami = preset("hami");
  CHECK(action(*hami, "accelerator-companion-alone") == Action::audit);
  CHECK(std::count(hami->schedulers.begin(), hami->schedulers.end(), "hami-scheduler") == 1);

  const auto volcano = preset("volcano");
  CHECK(volcano->pool_of("volcano.sh/vgpu-memory")->name == "nvidia");

  const auto kueue = preset("kueue");
  REQUIRE(kueue->custom.size() == 1);
  CHECK(kueue->custom[0].id == "KUEUE001");
  CHECK(kueue->custom[0].match.accelerators.size() == kueue->pools.size());

  const auto strict = preset("strict");
  for (const char* rule : {"gpu-without-cpu-memory", "blanket-toleration", "gpu-taint-tolerated-without-gpu",
                           "node-name", "foreign-scheduler", "runtime-class-without-request", "host-ipc", "host-pid"}) {
    CHECK(action(*strict, rule) == Action::deny);
  }

  const auto isolated = preset("isolated-pool");
  CHECK((taints(*isolated) == std::vector<Taint>{{"nvidia.com/gpu", "true", "NoSchedule"}}));
  CHECK(pool(*isolated).node_labels == Labels{{"hardware", "gpu"}});
  CHECK(pool(*isolated).classes.label == "gpu.accelerator/class");
  REQUIRE(pool(*isolated).classes.classes.size() == 3);
  CHECK(pool(*isolated).classes.classes[2].name == "low");
  CHECK(action(*isolated, "gpu-without-cpu-memory") == Action::deny);

  // One that is added here has a check above.
  CHECK(preset_names().size() == 15);
}
