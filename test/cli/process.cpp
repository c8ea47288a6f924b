#include "test/cli/process.hpp"

#include <array>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gpulint::cli {
namespace {

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    std::abort();
  }
  return ends;
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 65536> buffer{};
  for (ssize_t size = 0; (size = ::read(descriptor, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  ::close(descriptor);
  return text;
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(descriptor, text.data(), text.size());
    if (size <= 0) {
      break; // it needn't read everything
    }
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  ::close(descriptor);
}

void limit(int resource, rlim_t value) {
  const rlimit bound{value, value};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &bound);
}

[[noreturn]] void become(const Start& start, int in, int out, int err) {
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  limit(RLIMIT_CPU, 60);
  if (std::getenv("GPULINT_NO_MEMORY_LIMIT") == nullptr) { // sanitizers reserve terabytes
    limit(RLIMIT_AS, rlim_t{2} << 30);
  }
  limit(RLIMIT_CORE, 0);
  if (!start.folder.empty() && ::chdir(start.folder.c_str()) != 0) {
    ::_exit(126);
  }
  for (const auto& [name, value] : start.environment) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  constexpr uid_t kNobody = 65534;
  if (start.as_nobody && ::geteuid() == 0 && ::setuid(kNobody) != 0) {
    ::_exit(126);
  }
  std::vector<char*> words;
  std::string program = start.program;
  words.push_back(program.data());
  std::vector<std::string> arguments = start.arguments;
  for (std::string& argument : arguments) {
    words.push_back(argument.data());
  }
  words.push_back(nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::execvp(program.c_str(), words.data());
  ::_exit(127);
}

} // namespace

Ended run(const Start& start) {
  ::signal(SIGPIPE, SIG_IGN);
  const auto in = make_pipe();
  const auto out = make_pipe();
  const auto err = make_pipe();
  int output = out[1];
  int input = in[0];
  if (!start.output_file.empty()) {
    output = ::open(start.output_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  }
  if (!start.input_file.empty()) {
    input = ::open(start.input_file.c_str(), O_RDONLY | O_CLOEXEC);
  }
  if (start.close_output_early) {
    ::close(out[0]);
  }
  // The memory that this process holds counts as the child's until it has become another program.
  ::malloc_trim(0);
  const pid_t child = ::fork();
  if (child == 0) {
    become(start, input, output, err[1]);
  }
  ::close(in[0]);
  ::close(out[1]);
  ::close(err[1]);
  if (output != out[1]) {
    ::close(output);
  }
  if (input != in[0]) {
    ::close(input);
  }
  Ended ended;
  std::thread writer([&] { write_all(in[1], start.input); });
  std::thread reader([&] { ended.err = read_all(err[0]); });
  if (!start.close_output_early) {
    ended.out = read_all(out[0]);
  }
  writer.join();
  reader.join();
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  ended.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  // Under sanitizers memory is mostly theirs: bounds are judged on the program as it is shipped.
  const bool judged = std::getenv("GPULINT_NO_MEMORY_LIMIT") == nullptr;
  ended.memory_kib = judged ? static_cast<std::size_t>(usage.ru_maxrss) : 0;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  ended.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  return ended;
}

Ended lint(std::vector<std::string> arguments, std::string folder) {
  Start start;
  start.arguments = std::move(arguments);
  start.folder = std::move(folder);
  return run(start);
}

} // namespace gpulint::cli
