// Running a program within bounds and looking at all it does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpulint::cli {

struct Start {
  std::vector<std::string> arguments;
  std::string input = {};  ///< on standard input
  std::string folder = {}; ///< to run in
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::string program = GPULINT_BINARY;
  std::string output_file = {};    ///< standard output goes here instead of into the result
  std::string input_file = {};     ///< standard input comes from here
  bool close_output_early = false; ///< the reader of standard output is gone before the program starts
  bool as_nobody = false;          ///< without root's right to read everything
};

struct Ended {
  int code = -1; ///< -1: killed by `signal`
  int signal = 0;
  std::string out;
  std::string err;
  std::size_t memory_kib = 0; ///< at its peak
  double cpu_seconds = 0;
};

/// Kills the program after a minute of CPU time or at 2 GiB of memory.
Ended run(const Start& start);

/// gpu-lint with these arguments in a folder.
Ended lint(std::vector<std::string> arguments, std::string folder = {});

} // namespace gpulint::cli
