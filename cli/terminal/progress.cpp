#include "cli/terminal/progress.hpp"

#include "cli/output.hpp"

#include <string>

#include <unistd.h>

namespace gpulint::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirst{1000};
constexpr milliseconds kBetween{100};

void print(std::string_view text) {
  Output(STDERR_FILENO).write(text);
}

} // namespace

Progress::Progress(bool enabled) : enabled_(enabled), next_(std::chrono::steady_clock::now() + kFirst) {}

void Progress::step() {
  ++files_;
  const auto now = enabled_ ? std::chrono::steady_clock::now() : next_;
  if (!enabled_ || now < next_) {
    return;
  }
  next_ = now + kBetween;
  shown_ = true;
  print("\r" + std::to_string(files_) + " files checked ...\x1b[K");
}

void Progress::clear() {
  if (shown_) {
    print("\r\x1b[K");
    shown_ = false;
  }
}

} // namespace gpulint::cli
