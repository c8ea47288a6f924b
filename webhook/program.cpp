#include "webhook/program.hpp"

#include <cstdio>

namespace gpulint::webhook {

int run_program(std::span<const std::string_view> arguments) {
  if (arguments.size() == 1 && arguments[0] == "version") {
    std::puts("gpu-lint-webhook " GPULINT_VERSION);
    return 0;
  }
  std::fputs("usage: gpu-lint-webhook version\n", stderr);
  return 2;
}

} // namespace gpulint::webhook
