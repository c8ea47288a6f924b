#include "cli/commands/program.hpp"

#include "cli/terminal/text.hpp"

#include <algorithm>
#include <iterator>

namespace gpulint::cli {
namespace {

struct Entry {
  std::string_view name;
  ExitCode (*run)(const Arguments&, Surroundings&);
};

constexpr Entry kCommands[] = {
    {"check", run_check},
    {"rules", run_rules},
    {"rule", run_rule},
    {"policy show", run_policy_show},
    {"policy check", run_policy_check},
    {"policy schema", run_policy_schema},
    {"completion", run_completion},
    {"version", run_version},
};

ExitCode run_command(std::vector<std::string> words, Surroundings& surroundings) {
  const auto arguments = Arguments::parse(std::move(words));
  if (!arguments) {
    complain(surroundings, arguments.error() + "\nTry `gpu-lint --help`.");
    return ExitCode::bad_input;
  }
  switch (arguments->wish()) {
  case Arguments::Wish::help:
    surroundings.out.write(help_text(arguments->command()));
    return ExitCode::clean;
  case Arguments::Wish::version:
    return run_version(*arguments, surroundings);
  case Arguments::Wish::run:
    break;
  }
  const auto* const entry = std::ranges::find(kCommands, arguments->command()->name, &Entry::name);
  return entry == std::end(kCommands) ? ExitCode::internal : entry->run(*arguments, surroundings);
}

} // namespace

ExitCode run_program(std::vector<std::string> words, Surroundings& surroundings) {
  ExitCode code = run_command(std::move(words), surroundings);
  if (!surroundings.out.finish()) {
    complain(surroundings, "can't write to standard output: " + surroundings.out.failure());
    code = worse(code, ExitCode::bad_input);
  }
  surroundings.err.finish();
  return code;
}

void complain(Surroundings& surroundings, std::string_view message) {
  surroundings.err.write("gpu-lint: ");
  surroundings.err.write(message);
  surroundings.err.write("\n");
}

ExitCode run_version(const Arguments&, Surroundings& surroundings) {
  surroundings.out.write("gpu-lint " GPULINT_VERSION "\n");
  return ExitCode::clean;
}

} // namespace gpulint::cli
