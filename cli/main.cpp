// The process around the commands: arguments, terminal, clock, signals, and the last resort against exceptions.
#include "cli/commands/program.hpp"

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace gpulint;

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

/// SOURCE_DATE_EPOCH (reproducible-builds.org) or the clock, in UTC; nothing where the former isn't a number.
std::optional<Date> today() {
  using namespace std::chrono;
  const std::string_view epoch = environment("SOURCE_DATE_EPOCH");
  sys_seconds now = floor<seconds>(system_clock::now());
  if (!epoch.empty()) {
    // Within the years that a date of ours can have.
    constexpr long long kLast = 253402300799; // 9999-12-31
    long long value = 0;
    const auto [end, error] = std::from_chars(epoch.data(), epoch.data() + epoch.size(), value);
    if (error != std::errc() || end != epoch.data() + epoch.size() || value < 0 || value > kLast) {
      return std::nullopt;
    }
    now = sys_seconds(seconds(value));
  }
  return Date(floor<days>(now));
}

/// A descriptor that is closed would be given to the next file that is opened, and reports be written into it.
void open_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) < 0) {
      ::open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY);
    }
  }
}

int run(int count, char** words) {
  cli::Output out(STDOUT_FILENO);
  cli::Output err(STDERR_FILENO);
  const std::optional<Date> day = today();
  cli::Surroundings surroundings{
      .out = out,
      .err = err,
      .out_is_terminal = ::isatty(STDOUT_FILENO) == 1,
      .err_is_terminal = ::isatty(STDERR_FILENO) == 1,
      .plain_terminal = !environment("NO_COLOR").empty() || environment("TERM") == "dumb",
      .today = day.value_or(Date()),
  };
  if (!day) {
    cli::complain(surroundings, "SOURCE_DATE_EPOCH must be the number of seconds since 1970");
    err.finish();
    return static_cast<int>(cli::ExitCode::bad_input);
  }
  return static_cast<int>(cli::run_program({words + std::min(count, 1), words + count}, surroundings));
}

int fail(std::string_view what) {
  cli::Output err(STDERR_FILENO);
  err.write("gpu-lint: internal error: ");
  err.write(what);
  err.write("\n");
  return static_cast<int>(cli::ExitCode::internal);
}

} // namespace

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);
  open_standard_descriptors();
  try {
    return run(count, words);
  } catch (const std::bad_alloc&) {
    return fail("no memory left");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
