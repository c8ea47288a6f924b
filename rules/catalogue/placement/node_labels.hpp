// Labels that accelerator nodes carry.
#pragma once

#include <string_view>

namespace gpulint::placement {

inline constexpr std::string_view kProductLabel = "nvidia.com/gpu.product";
inline constexpr std::string_view kMemoryLabel = "nvidia.com/gpu.memory";

/// A label that GPU Feature Discovery or NVIDIA's device plugin sets once it runs on the node. What an administrator or
/// the GPU Operator's settings put there beforehand (gpu.present, mig.config) isn't among them.
bool is_discovered_label(std::string_view key);

/// The known label that a key was probably meant to be: another case, another separator (`nvidia.com/GPU.product`,
/// `nvidia.com/gpu-product`). Empty for keys that are known and for those that resemble none.
std::string_view meant_label(std::string_view key);

/// Labels whose values are `true` and `false`.
bool is_boolean_label(std::string_view key);

} // namespace gpulint::placement
