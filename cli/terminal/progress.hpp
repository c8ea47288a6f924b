// One line on standard error that tells how far a long run is; for terminals only.
#pragma once

#include <chrono>
#include <cstddef>

namespace gpulint::cli {

class Progress {
public:
  explicit Progress(bool enabled);

  /// A file is done.
  void step();
  /// Takes the line away: before anything else is printed to the terminal, and at the end.
  void clear();

private:
  bool enabled_;
  bool shown_ = false;
  std::size_t files_ = 0;
  std::chrono::steady_clock::time_point next_;
};

} // namespace gpulint::cli
