// The variables by which a vendor's container runtime decides which cards a container gets.
#pragma once

#include "rules/catalogue/isolation/host_access.hpp"

#include <string_view>

namespace gpulint {

inline constexpr std::string_view kNvidiaVisibleDevices = "NVIDIA_VISIBLE_DEVICES";

/// "", "none" and "void" keep every card out (NVIDIA container toolkit; the other vendors took the words over).
bool closes_the_door(std::string_view value);

/// A later entry of the same name wins: only the last one counts.
bool is_overridden(const Container& container, const EnvVar& variable);

/// A variable of another vendor's runtime, or one of NVIDIA's siblings (NVIDIA_VISIBLE_DEVICES_<x>).
bool is_vendor_variable(std::string_view name);

/// Set by the vendor's own scheduler through an annotation of the pod, as Ascend's documents ask for.
bool is_set_by_scheduler(const EnvVar& variable);

} // namespace gpulint
