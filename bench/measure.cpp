// Runs commands and says what they cost: CPU time, wall time and peak memory from wait4.
//
//   measure pairs N "BASE" "COMMAND"    CPU time of COMMAND against BASE, run in turns; the median of N ratios
//   measure single N TITLE "COMMAND"    medians of N runs
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

struct Cost {
  double wall_ms = 0;
  double cpu_ms = 0;
  double peak_mib = 0;
};

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;) {
    out.push_back(word);
  }
  return out;
}

double milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

Cost run(const std::string& command) {
  std::vector<std::string> parts = words(command);
  std::vector<char*> arguments;
  for (std::string& part : parts) {
    arguments.push_back(part.data());
  }
  arguments.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = vfork();
  if (child == 0) {
    const int null = open("/dev/null", O_WRONLY);
    dup2(null, 1);
    dup2(null, 2);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 2) {
    std::fprintf(stderr, "failed: %s\n", command.c_str());
    std::exit(1);
  }
  return {wall.count(), milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
          static_cast<double>(usage.ru_maxrss) / 1024};
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

} // namespace

int main(int count, char** words) {
  if (count != 5) {
    std::fprintf(stderr, "usage: measure pairs N BASE COMMAND | measure single N TITLE COMMAND\n");
    return 2;
  }
  const int runs = std::atoi(words[2]);
  std::vector<double> ratios, walls, cpus, peaks;
  for (int i = 0; i < runs; ++i) {
    const Cost base = words[1] == std::string("pairs") ? run(words[3]) : Cost{};
    const Cost cost = run(words[4]);
    ratios.push_back(cost.cpu_ms / std::max(base.cpu_ms, 1e-3));
    walls.push_back(cost.wall_ms);
    cpus.push_back(cost.cpu_ms);
    peaks.push_back(cost.peak_mib);
  }
  if (words[1] == std::string("pairs")) {
    std::printf("CPU time in pairs: %.2f x the bare loop (median of %d)\n", median(ratios), runs);
  } else {
    std::printf("%s: %.2f ms wall, %.2f ms CPU, %.1f MiB peak (median of %d)\n", words[3], median(walls), median(cpus),
                median(peaks), runs);
  }
}
