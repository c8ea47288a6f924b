#include "cli/commands/program.hpp"
#include "cli/reporters/formats.hpp"
#include "cli/source/paths.hpp"
#include "cli/source/policies.hpp"
#include "cli/terminal/text.hpp"
#include "rules/policy/load.hpp"

#include <sys/stat.h>

namespace gpulint::cli {
namespace {

bool is_folder(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

const FoundPolicy& find(PolicyFinder& policies, const std::string& path) {
  return is_folder(path) ? policies.for_folder(path) : policies.for_file(path);
}

/// Mistakes as `check` shows them.
void show_mistakes(const FoundPolicy& found, Output& out, const Surroundings& surroundings) {
  FileReport report;
  report.path = found.file;
  report.result.errors = found.errors;
  const bool color = &out == &surroundings.out && surroundings.out_is_terminal && !surroundings.plain_terminal;
  make_text_reporter(out, {.color = color})->file(report);
}

} // namespace

ExitCode run_policy_show(const Arguments& arguments, Surroundings& surroundings) {
  const Registry& registry = Registry::builtin();
  PolicyFinder policies(registry, arguments.last("--policy").value_or(""));
  const std::string path = arguments.operands().empty() ? "." : arguments.operands().front();
  if (path != "-" && !exists(path)) {
    complain(surroundings, '`' + printable(path) + "` doesn't exist");
    return ExitCode::bad_input;
  }
  const FoundPolicy& found = find(policies, path);
  if (found.policy == nullptr) {
    show_mistakes(found, surroundings.err, surroundings);
    return ExitCode::bad_input;
  }
  surroundings.out.write(found.file.empty() ? "# The built-in policy: no .gpu-lint.yaml was found.\n"
                                            : "# From " + printable(found.file) + '\n');
  surroundings.out.write(policy_yaml(*found.policy, registry.names()));
  return ExitCode::clean;
}

ExitCode run_policy_check(const Arguments& arguments, Surroundings& surroundings) {
  const Registry& registry = Registry::builtin();
  ExitCode code = ExitCode::clean;
  const auto judge = [&](const FoundPolicy& found) {
    if (found.policy == nullptr) {
      show_mistakes(found, surroundings.out, surroundings);
      code = ExitCode::bad_input;
    } else {
      surroundings.err.write((found.file.empty() ? "No .gpu-lint.yaml was found: the built-in policy holds"
                                                 : printable(found.file) + ": no mistakes") +
                             '\n');
      for (const std::string& expired : expired_exceptions(found, surroundings.today)) {
        complain(surroundings, expired);
      }
    }
  };
  if (arguments.operands().empty()) {
    PolicyFinder policies(registry, "");
    judge(policies.for_folder("."));
  }
  for (const std::string& path : arguments.operands()) {
    judge(read_policy(path, registry));
  }
  return code;
}

ExitCode run_policy_schema(const Arguments&, Surroundings& surroundings) {
  surroundings.out.write(policy_schema(Registry::builtin().names()));
  return ExitCode::clean;
}

} // namespace gpulint::cli
