// How gpu-lint ends; scripts depend on the numbers.
#pragma once

#include <algorithm>

namespace gpulint::cli {

/// The larger one wins where several apply.
enum class ExitCode : int {
  clean = 0,
  findings = 1, ///< at or above --fail-on
  bad_input =
      2, ///< a file that can't be read or isn't a manifest, a bad policy, wrong usage, a report that can't be written
  internal = 3, ///< a mistake in gpu-lint, or no memory left
};

inline ExitCode worse(ExitCode left, ExitCode right) {
  return std::max(left, right);
}

} // namespace gpulint::cli
