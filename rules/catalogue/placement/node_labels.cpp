#include "rules/catalogue/placement/node_labels.hpp"

#include <algorithm>
#include <array>

namespace gpulint::placement {

namespace {

// NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md and internal/lm/; below `nvidia.com/`.
constexpr std::array<std::string_view, 39> kDiscovered = {"gpu.product",
                                                          "gpu.count",
                                                          "gpu.replicas",
                                                          "gpu.memory",
                                                          "gpu.family",
                                                          "gpu.compute.major",
                                                          "gpu.compute.minor",
                                                          "gpu.machine",
                                                          "gpu.mode",
                                                          "gpu.clique",
                                                          "gpu.sharing-strategy",
                                                          "gpu.multiprocessors",
                                                          "gpu.slices.gi",
                                                          "gpu.slices.ci",
                                                          "gpu.engines.copy",
                                                          "gpu.engines.decoder",
                                                          "gpu.engines.encoder",
                                                          "gpu.engines.jpeg",
                                                          "gpu.engines.ofa",
                                                          "cuda.driver-version.major",
                                                          "cuda.driver-version.minor",
                                                          "cuda.driver-version.revision",
                                                          "cuda.driver-version.full",
                                                          "cuda.runtime-version.major",
                                                          "cuda.runtime-version.minor",
                                                          "cuda.runtime-version.full",
                                                          "cuda.driver.major",
                                                          "cuda.driver.minor",
                                                          "cuda.driver.rev",
                                                          "cuda.runtime.major",
                                                          "cuda.runtime.minor",
                                                          "mig.strategy",
                                                          "mig.capable",
                                                          "mps.capable",
                                                          "vgpu.present",
                                                          "vgpu.host-driver-version",
                                                          "vgpu.host-driver-branch",
                                                          "gfd.timestamp",
                                                          "cc.capable"};
// NVIDIA/gpu-operator controllers/; below `nvidia.com/` too.
constexpr std::array<std::string_view, 7> kOperated = {
    "gpu.present",         "gpu.workload.config",     "mig.config", "mig.config.state", "device-plugin.config",
    "gpu.deploy.operands", "gpu-driver-upgrade-state"};

constexpr std::string_view kPrefix = "nvidia.com/";

bool is_separator(char c) {
  return c == '.' || c == '-' || c == '_';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool resembles(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return lower(x) == lower(y) || (is_separator(x) && is_separator(y));
         });
}

template <std::size_t size>
bool contains(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <std::size_t size>
std::string_view resembled(const std::array<std::string_view, size>& names, std::string_view name) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](std::string_view known) { return resembles(known, name); });
  return found == names.end() ? std::string_view() : *found;
}

} // namespace

bool is_discovered_label(std::string_view key) {
  return key.starts_with(kPrefix) && contains(kDiscovered, key.substr(kPrefix.size()));
}

std::string_view meant_label(std::string_view key) {
  if (key.size() <= kPrefix.size() || !resembles(key.substr(0, kPrefix.size()), kPrefix)) {
    return {};
  }
  const std::string_view name = key.substr(kPrefix.size());
  std::string_view known = resembled(kDiscovered, name);
  if (known.empty()) {
    known = resembled(kOperated, name);
  }
  return known == name && key.starts_with(kPrefix) ? std::string_view() : known;
}

bool is_boolean_label(std::string_view key) {
  constexpr std::array<std::string_view, 4> names = {"gpu.present", "mig.capable", "mps.capable", "vgpu.present"};
  return key.starts_with(kPrefix) && contains(names, key.substr(kPrefix.size()));
}

} // namespace gpulint::placement
