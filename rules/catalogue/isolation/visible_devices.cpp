#include "rules/catalogue/isolation/visible_devices.hpp"

#include <algorithm>
#include <array>

namespace gpulint {

namespace {

/// ASCEND: Ascend/mind-cluster documents. The others are said to work alike in their vendors' runtimes; unchecked.
constexpr std::array<std::string_view, 4> kVendorVariables{"ASCEND_VISIBLE_DEVICES", "CAMBRICON_VISIBLE_DEVICES",
                                                           "HABANA_VISIBLE_DEVICES", "MTHREADS_VISIBLE_DEVICES"};

/// How far a later entry of the same name is looked for, so that a list of thousands costs no square of that. One
/// farther away is taken for none, which reports more and not less.
constexpr std::size_t kFarthestOverride = 1000;

} // namespace

bool closes_the_door(std::string_view value) {
  return value.empty() || value == "none" || value == "void";
}

bool is_overridden(const Container& container, const EnvVar& variable) {
  const auto here = static_cast<std::size_t>(&variable - container.env.data());
  const std::size_t end = std::min(container.env.size(), here + 1 + kFarthestOverride);
  for (std::size_t index = here + 1; index < end; ++index) {
    if (container.env[index].name == variable.name) {
      return true;
    }
  }
  return false;
}

bool is_vendor_variable(std::string_view name) {
  return std::find(kVendorVariables.begin(), kVendorVariables.end(), name) != kVendorVariables.end() ||
         name.starts_with("NVIDIA_VISIBLE_DEVICES_");
}

bool is_set_by_scheduler(const EnvVar& variable) {
  return variable.field.at("valueFrom.fieldRef.fieldPath").text().starts_with("metadata.annotations[");
}

} // namespace gpulint
