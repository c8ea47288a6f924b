#include "cli/commands/description.hpp"

#include "cli/reporters/formats.hpp"

#include <algorithm>

namespace gpulint::cli {
namespace {

const Flag kHelp{.name = "--help", .short_name = "-h", .value_name = "", .help = "Print this help and exit"};

const Flag kPolicy{.name = "--policy",
                   .short_name = "",
                   .value_name = "FILE",
                   .kind = ValueKind::file,
                   .help = "Use this policy for every file instead of the .gpu-lint.yaml files that are found"};

Flag text_or_json() {
  return {.name = "--format",
          .short_name = "-f",
          .value_name = "FORMAT",
          .kind = ValueKind::choice,
          .help = "text (the default) or json",
          .choices = {"text", "json"}};
}

Command check() {
  return {
      .name = "check",
      .aliases = {"lint"},
      .summary = "Lint manifests (what is done when no command is named)",
      .text = "Reads Kubernetes manifests (YAML or JSON) and reports what is wrong with their use of GPUs.\n"
              "PATH is a file, a folder or `-` for standard input; without one it is the working folder. In folders, "
              "*.yaml, *.yml and *.json files are taken, except for those that .gitignore, .ignore or .gpu-lint-ignore "
              "list. Files that are named are always taken.\n",
      .operand = {.name = "[PATH|-]...", .kind = ValueKind::manifest, .at_least = 0, .at_most = kAny},
      .flags =
          {{.name = "--format",
            .short_name = "-f",
            .value_name = "FORMAT[=FILE]",
            .kind = ValueKind::format,
            .repeatable = true,
            .help = "How to report, and into which file (standard output without one); may be given several times",
            .choices = format_names()},
           {.name = "--fail-on",
            .short_name = "",
            .value_name = "SEVERITY",
            .kind = ValueKind::choice,
            .help = "The lowest severity of a finding that makes gpu-lint exit with 1: error (the default), warning, "
                    "info or never",
            .choices = {"error", "warning", "info", "never"}},
           {.name = "--select",
            .short_name = "",
            .value_name = "RULES",
            .kind = ValueKind::rules,
            .repeatable = true,
            .help = "Only these rules: codes, names or beginnings of codes (GPU1), with commas between"},
           {.name = "--ignore",
            .short_name = "",
            .value_name = "RULES",
            .kind = ValueKind::rules,
            .repeatable = true,
            .help = "Not these rules; wins over --select"},
           kPolicy,
           {.name = "--no-suppress",
            .short_name = "",
            .value_name = "",
            .help = "Report what `# gpu-lint ignore=` comments and gpu-lint.dev/ignore annotations hide, too"},
           {.name = "--exclude",
            .short_name = "",
            .value_name = "PATTERN",
            .kind = ValueKind::text,
            .repeatable = true,
            .help = "Leave out files and folders that match, as a line of .gitignore in the working folder would; also "
                    "files that are named"},
           {.name = "--no-ignore",
            .short_name = "",
            .value_name = "",
            .help = "Don't honour .gitignore, .ignore and .gpu-lint-ignore files"},
           {.name = "--stdin-filename",
            .short_name = "",
            .value_name = "FILE",
            .kind = ValueKind::file,
            .help = "The name that standard input has in reports, and for finding its policy"},
           {.name = "--jobs",
            .short_name = "-j",
            .value_name = "N",
            .kind = ValueKind::number,
            .help = "Threads (default: one per CPU, and one for few files); the report is the same for any number"},
           {.name = "--color",
            .short_name = "",
            .value_name = "WHEN",
            .kind = ValueKind::choice,
            .help = "Colours in text: auto (the default: on a terminal), always or never",
            .choices = {"auto", "always", "never"}},
           {.name = "--quiet",
            .short_name = "-q",
            .value_name = "",
            .help = "No summary and no progress on standard error"},
           kHelp},
      .examples = {
          {"gpu-lint", "lint everything below the working folder"},
          {"helm template ./chart | gpu-lint check -", "lint what a chart renders to"},
          {"gpu-lint check deploy/ --select GPU1 --fail-on warning", "be strict about requests only"},
          {"gpu-lint check . --format text --format sarif=gpu-lint.sarif", "for a log and for code scanning"}}};
}

std::vector<Command> make_commands() {
  std::vector<Command> all;
  all.push_back(check());
  all.push_back({.name = "rules",
                 .summary = "List all rules",
                 .text = "",
                 .flags = {text_or_json(), kHelp},
                 .examples = {{"gpu-lint rules", ""}, {"gpu-lint rules --format json", "for other programs"}}});
  all.push_back({.name = "rule",
                 .summary = "Explain a rule: what is wrong, why it hurts, what to write",
                 .text = "",
                 .operand = {.name = "RULE...", .kind = ValueKind::rule, .at_least = 1, .at_most = kAny},
                 .flags = {text_or_json(), kHelp},
                 .examples = {{"gpu-lint rule GPU101", ""}, {"gpu-lint rule gpu-limit-missing", ""}}});
  all.push_back({.name = "policy show",
                 .summary = "Print the policy that holds for a file or folder, everything written out",
                 .text = "PATH is the working folder where it isn't named. The output is a policy file itself.\n",
                 .operand = {.name = "[PATH]", .kind = ValueKind::manifest, .at_least = 0, .at_most = 1},
                 .flags = {kPolicy, kHelp},
                 .examples = {{"gpu-lint policy show deploy/trainer.yaml", ""}}});
  all.push_back({.name = "policy check",
                 .summary = "Check policy files and print every mistake",
                 .text = "Without FILE, the one that holds for the working folder.\n",
                 .operand = {.name = "[FILE]...", .kind = ValueKind::file, .at_least = 0, .at_most = kAny},
                 .flags = {kHelp},
                 .examples = {{"gpu-lint policy check .gpu-lint.yaml", ""}}});
  all.push_back({.name = "policy schema",
                 .summary = "Print the JSON Schema of policy files, for editors",
                 .text = "",
                 .flags = {kHelp},
                 .examples = {{"gpu-lint policy schema > gpu-lint-policy.schema.json", ""}}});
  all.push_back({.name = "completion",
                 .summary = "Print a completion script for a shell",
                 .text = "",
                 .operand = {.name = "SHELL",
                             .kind = ValueKind::choice,
                             .at_least = 1,
                             .at_most = 1,
                             .choices = {"bash", "zsh", "fish"}},
                 .flags = {kHelp},
                 .examples = {{"source <(gpu-lint completion bash)", "in ~/.bashrc"},
                              {"gpu-lint completion zsh > ~/.zfunc/_gpu-lint", "with ~/.zfunc in $fpath"},
                              {"gpu-lint completion fish > ~/.config/fish/completions/gpu-lint.fish", ""}}});
  all.push_back({.name = "version", .summary = "Print the version", .text = "", .flags = {kHelp}});
  return all;
}

std::string_view first_word(std::string_view name) {
  return name.substr(0, name.find(' '));
}

} // namespace

std::span<const Command> commands() {
  static const std::vector<Command> all = make_commands();
  return all;
}

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::find_if(commands(), [&](const Command& command) {
    return command.name == name || std::ranges::find(command.aliases, name) != command.aliases.end();
  });
  return found == commands().end() ? nullptr : &*found;
}

std::vector<std::string_view> command_words() {
  std::vector<std::string_view> words;
  const auto add = [&](std::string_view word) {
    if (std::ranges::find(words, word) == words.end()) {
      words.push_back(word);
    }
  };
  for (const Command& command : commands()) {
    add(first_word(command.name));
    for (const std::string_view alias : command.aliases) {
      add(alias);
    }
  }
  return words;
}

std::vector<std::string_view> second_words(std::string_view first) {
  std::vector<std::string_view> words;
  for (const Command& command : commands()) {
    if (first_word(command.name) == first && command.name.size() > first.size()) {
      words.push_back(command.name.substr(first.size() + 1));
    }
  }
  return words;
}

} // namespace gpulint::cli
