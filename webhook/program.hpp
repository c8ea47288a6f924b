// gpu-lint-webhook from its arguments to its exit code.
#pragma once

#include <span>
#include <string_view>

namespace gpulint::webhook {

/// Arguments without the program's name.
int run_program(std::span<const std::string_view> arguments);

} // namespace gpulint::webhook
