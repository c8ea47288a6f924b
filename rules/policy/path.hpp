// Paths of custom rules: metadata.labels["kueue.x-k8s.io/queue-name"], spec.containers[*].image, args[0].
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint::policy_file {

/// Steps of a path in a custom rule.
inline constexpr std::size_t kMaxPathSteps = 32;

/// Keys as they are, "[]" for `[*]`, "[3]" for `[3]`. The error says what is wrong with the path.
tl::expected<std::vector<std::string>, std::string> parse_path(std::string_view path);

} // namespace gpulint::policy_file
