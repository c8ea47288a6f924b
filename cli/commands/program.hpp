// The commands, and what they share.
#pragma once

#include "cli/commands/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "rules/policy/policy.hpp"

#include <string_view>
#include <vector>

namespace gpulint::cli {

/// What a command gets from the process around it; nothing in commands/ asks for it elsewhere.
struct Surroundings {
  Output& out; ///< standard output
  Output& err; ///< standard error
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool plain_terminal = false; ///< NO_COLOR, or TERM=dumb
  Date today;
};

/// The whole program, without its name in `words`.
ExitCode run_program(std::vector<std::string> words, Surroundings& surroundings);

/// Says what went wrong, as one line on standard error.
void complain(Surroundings& surroundings, std::string_view message);

ExitCode run_check(const Arguments& arguments, Surroundings& surroundings);
ExitCode run_rules(const Arguments& arguments, Surroundings& surroundings);
ExitCode run_rule(const Arguments& arguments, Surroundings& surroundings);
ExitCode run_policy_show(const Arguments& arguments, Surroundings& surroundings);
ExitCode run_policy_check(const Arguments& arguments, Surroundings& surroundings);
ExitCode run_policy_schema(const Arguments& arguments, Surroundings& surroundings);
ExitCode run_completion(const Arguments& arguments, Surroundings& surroundings);
ExitCode run_version(const Arguments& arguments, Surroundings& surroundings);

} // namespace gpulint::cli
