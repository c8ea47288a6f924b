#include "rules/policy/accelerators.hpp"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

using namespace gpulint;

namespace {

const AcceleratorTable& table() {
  return AcceleratorTable::builtin();
}

std::string meant(std::string_view name) {
  return table().did_you_mean(name).value_or("");
}

} // namespace

TEST_CASE("accelerators: the built-in table reads without a mistake") {
  REQUIRE(table().resources().size() > 100);
  REQUIRE(table().mig_families().size() == 12);
  for (const AcceleratorResource& row : table().resources()) {
    const std::string& name = row.name.empty() ? row.example : row.name;
    INFO(name);
    CHECK(resource_name_fault(name).empty());
    CHECK(table().find(name) == &row);
    CHECK_FALSE(row.unit.empty());
    for (const auto* names : {&row.needs, &row.share_needs, &row.excludes}) {
      for (const std::string& other : *names) {
        CHECK(table().find(other) != nullptr);
      }
    }
    CHECK((row.replaced_by.empty() || table().find(row.replaced_by) != nullptr));
    CHECK((row.excludes.empty() || !row.excludes_note.empty()));
  }
}

TEST_CASE("accelerators: exact names win over patterns, and patterns match whole names of their domain") {
  REQUIRE(table().find("huawei.com/Ascend310P-V") != nullptr);
  CHECK_FALSE(table().find("huawei.com/Ascend310P-V")->partition);
  REQUIRE(table().find("huawei.com/Ascend310P-2c.1cpu") != nullptr);
  CHECK(table().find("huawei.com/Ascend310P-2c.1cpu")->partition);
  REQUIRE(table().find("nvidia.com/mig-7g.80gb.shared") != nullptr);
  CHECK(table().find("nvidia.com/mig-7g.80gb.shared")->partition);
  REQUIRE(table().find("rdma/rdma_shared_device_a") != nullptr);
  CHECK(table().find("rdma/rdma_shared_device_a")->role == ResourceRole::adapter);
  CHECK(table().find("amd.com/cpx_nps4") != nullptr);
  CHECK(table().find("example.com/mig-1g.5gb") == nullptr);
  CHECK(table().find("nvidia.com/GPU") == nullptr);
  CHECK(table().find("cpu") == nullptr);
  CHECK(table().find("") == nullptr);
  CHECK(table().find("/") == nullptr);
}

TEST_CASE("accelerators: facts of single rows") {
  const AcceleratorResource* gpumem = table().find("nvidia.com/gpumem");
  REQUIRE(gpumem != nullptr);
  CHECK(gpumem->role == ResourceRole::companion);
  CHECK(gpumem->layer == "hami");
  CHECK(gpumem->needs == std::vector<std::string>{"nvidia.com/gpu"});
  CHECK(gpumem->excludes == std::vector<std::string>{"nvidia.com/gpumem-percentage"});
  CHECK_FALSE(gpumem->counted);

  const AcceleratorResource* qgpu = table().find("tke.cloud.tencent.com/qgpu-core");
  REQUIRE(qgpu != nullptr);
  CHECK(qgpu->step == 5);
  CHECK(qgpu->minimum == 5);
  CHECK(qgpu->maximum == 100);
  CHECK(qgpu->multiples);

  const AcceleratorResource* tpu = table().find("google.com/tpu");
  REQUIRE(tpu != nullptr);
  CHECK(tpu->node_selectors.size() == 2);
  CHECK(tpu->counted);

  const AcceleratorResource* vgpu = table().find("volcano.sh/vgpu-number");
  REQUIRE(vgpu != nullptr);
  CHECK(vgpu->scheduler == "volcano");
  CHECK(table().find("volcano.sh/gpu-memory")->replaced_by == "volcano.sh/vgpu-memory");
  CHECK(table().find("gpu.intel.com/monitoring")->role == ResourceRole::monitor);
  CHECK_FALSE(table().find("mthreads.com/gpu")->verified);
  CHECK(table().find("nvidia.com/gpu")->verified);
}

TEST_CASE("accelerators: did you mean") {
  const auto [wrong, right] = GENERATE(Catch::Generators::table<std::string, std::string>({
      {"gpu", "nvidia.com/gpu"},
      {"gpus", "nvidia.com/gpu"},
      {"GPU", "nvidia.com/gpu"},
      {"nvidia", "nvidia.com/gpu"},
      {"nvidia.com", "nvidia.com/gpu"},
      {"nvidia-gpu", "nvidia.com/gpu"},
      {"nvidia.com.gpu", "nvidia.com/gpu"},
      {"gpu.nvidia.com", "nvidia.com/gpu"},
      {"nvidia/gpu", "nvidia.com/gpu"},
      {"nvidia.io/gpu", "nvidia.com/gpu"},
      {"nvidea.com/gpu", "nvidia.com/gpu"},
      {"nvdia.com/gpu", "nvidia.com/gpu"},
      {"nvidia.com/GPU", "nvidia.com/gpu"},
      {"NVIDIA.com/gpu", "nvidia.com/gpu"},
      {"nvidia.com/gpus", "nvidia.com/gpu"},
      {"nvidia.com/gup", "nvidia.com/gpu"},
      {"nvidia.com/gp", "nvidia.com/gpu"},
      {"nvidia.com/gpu ", "nvidia.com/gpu"},
      {"requests.nvidia.com/gpu", "nvidia.com/gpu"},
      {"limits.nvidia.com/gpu", "nvidia.com/gpu"},
      {"nvidia.com/gpu-mem", "nvidia.com/gpumem"},
      {"nvidia.com/gpucore", "nvidia.com/gpucores"},
      {"nvidia.com/gpu.memory", "nvidia.com/gpumem"},
      {"nvidia.com/gpu-shared", "nvidia.com/gpu.shared"},
      {"nvidia.com/mig-1g.5gb+me", "nvidia.com/mig-1g.5gb.me"},
      {"nvidia.com/MIG-1g.5gb", "nvidia.com/mig-1g.5gb"},
      {"nvidia.com/mig1g.5gb", "nvidia.com/mig-1g.5gb"},
      {"nvidia.com/1g.5gb", "nvidia.com/mig-1g.5gb"},
      {"mig-1g.5gb", "nvidia.com/mig-1g.5gb"},
      {"amd/gpu", "amd.com/gpu"},
      {"amd.com/gpus", "amd.com/gpu"},
      {"tpu", "google.com/tpu"},
      {"google.com/tpus", "google.com/tpu"},
      {"huawei.com/ascend910", "huawei.com/Ascend910"},
      {"huawei.com/Ascned910", "huawei.com/Ascend910"},
      {"habana.com/gaudi", "habana.ai/gaudi"},
      {"habana.ai/guadi", "habana.ai/gaudi"},
      {"iluvatar.ai/bi-v150-vgpu", "iluvatar.ai/BI-V150-vgpu"},
  }));
  INFO(wrong);
  CHECK(meant(wrong) == right);
}

TEST_CASE("accelerators: names that are somebody else's, or right, get no guess") {
  const auto name =
      GENERATE(as<std::string>(), "cpu", "memory", "ephemeral-storage", "storage", "nvidia.com/gpu", "nvidia.com/vgpu",
               "nvidia.com/pgpu", "nvidia.com/gpu-a100", "nvidia.com/a100", "nvidia.com/gpu2", "nvidia.com/GRID_T4-1Q",
               "nvidia.com/hostdev", "nvidia.com/cpu", "amd.com/npu", "arm.com/gpu", "amp.com/gpu", "intel.com/gpu",
               "google.com/gpu", "huawei.com/Ascend910B", "huawei.com/Ascend610", "habana.ai/gaudi2", "example.com/gpu",
               "example.com/foo", "xilinx.com/fpga-u250", "smarter-devices/fuse", "intel.com/qat_generic", "rdma/hca",
               "nvidia.com/mig-1g.5gb", "", "/", "//", "a/");
  INFO(name);
  CHECK(meant(name) == "");
}

TEST_CASE("accelerators: a name of a megabyte is answered at once") {
  CHECK(meant("nvidia.com/" + std::string(1 << 20, 'g')) == "");
}

TEST_CASE("accelerators: names that the API refuses") {
  // Each answer was checked against Kubernetes' own validation.
  for (const char* good :
       {"cpu", "memory", "ephemeral-storage", "hugepages-2Mi", "nvidia.com/GPU", "nvidia.com/gpu_x", "nvidia/gpu",
        "limits.nvidia.com/gpu", "alpha.kubernetes.io/nvidia-gpu", "kubernetes.io/gpu", "rdma/hca"}) {
    INFO(good);
    CHECK(resource_name_fault(good).empty());
  }
  for (const char* bad :
       {"gpu", "gpu.nvidia.com", "NVIDIA.com/gpu", "nvidia_x.com/gpu", "-nvidia.com/gpu", "nvidia.com/-gpu",
        "nvidia.com/gpu/x", "nvidia.com/", "/gpu", "nvidia.com/gpu ", "nvidia.com/gpu:1", "requests.nvidia.com/gpu",
        "requests.gpu", "nvidia.com/mig-1g.5gb+me", "nvidia..com/gpu", "nvidia.com./gpu", "nvidia-.com/gpu"}) {
    INFO(bad);
    CHECK_FALSE(resource_name_fault(bad).empty());
  }
  CHECK(resource_name_fault("nvidia.com/" + std::string(63, 'g')).empty());
  CHECK_FALSE(resource_name_fault("nvidia.com/" + std::string(64, 'g')).empty());
}

TEST_CASE("accelerators: MIG profiles") {
  CHECK(mig_profile("nvidia.com/mig-1g.10gb") == "1g.10gb");
  CHECK(mig_profile("nvidia.com/mig-1g.10gb.shared") == "1g.10gb");
  CHECK(mig_profile("nvidia.com/mig-1g.10gb.me") == "1g.10gb.me");
  CHECK_FALSE(mig_profile("nvidia.com/gpu").has_value());
  for (const char* known :
       {"1g.5gb", "1g.5gb.me", "1g.5gb+me", "7g.80gb", "7g.141gb", "4g.96gb.gfx", "1g.24gb.me.all", "2g.48gb-me"}) {
    INFO(known);
    CHECK(table().has_mig_profile(known));
  }
  for (const char* unknown : {"", "1g.100gb", "3g.30gb", "1g.5GB", "8g.80gb", "7g.79gb", "1g.5gb.me.all", "1g5gb"}) {
    INFO(unknown);
    CHECK_FALSE(table().has_mig_profile(unknown));
  }
  CHECK(table().similar_mig_profiles("3g.30gb").at(0) == "3g.20gb");
  CHECK(table().similar_mig_profiles("1g5gb").at(0) == "1g.5gb");
  CHECK(table().similar_mig_profiles("").size() == 3);
}

TEST_CASE("accelerators: cards by product label") {
  REQUIRE(table().find_product("NVIDIA-A100-SXM4-80GB") != nullptr);
  CHECK(table().find_product("NVIDIA-A100-SXM4-80GB")->memory_mib == 81920);
  CHECK(table().find_product("A100-SXM4-40GB-MIG-1g.5gb-SHARED")->name == "A100");
  CHECK(table().find_product("Tesla-T4-SHARED")->name == "T4");
  CHECK_FALSE(table().find_product("Tesla-T4")->mig);
  CHECK(table().find_product("NVIDIA-H100-80GB-HBM3")->mig);
  CHECK(table().find_product("NVIDIA") == nullptr);
  CHECK(table().find_product("") == nullptr);
}

TEST_CASE("accelerators: mistakes in a table are told") {
  CHECK(AcceleratorTable::parse("resources: [{rows: {a.b/c: unit=card}}]").has_value());
  for (const char* wrong :
       {"", "[]", "resources: [{rows: {a.b/c: unit=card colour=red}}]", "resources: [{rows: {a.b/c: unit=card red}}]",
        "resources: [{rows: {a.b/c: unit=card}}, {rows: {a.b/c: unit=card}}]",
        "resources: [{rows: {a.b/c: unit=card step=many}}]", "resources: [{rows: {a.b/c: unit=card amount=5}}]",
        "resources: [{rows: {c: unit=card}}]", "resources: [{rows: {a.b/c: whole}}]",
        "resources: [{rows: {a.b/c*: unit=card}}]", "resources: [{rows: {a.b/c: unit=card}, notes: {a.b/d: x}}]",
        "resources: [{rows: {a.b/c: unit=card}, remarks: {}}]", "models: {}"}) {
    INFO(wrong);
    CHECK_FALSE(AcceleratorTable::parse(wrong).has_value());
  }
}
