#include "cli/commands/description.hpp"

#include <algorithm>

namespace gpulint::cli {
namespace {

constexpr std::size_t kWidth = 100;

/// Words of `text` in lines of at most kWidth, the first of which begins at `column` of a line that `out` holds
/// already; all others are indented by `indent`.
void append_wrapped(std::string& out, std::string_view text, std::size_t column, std::size_t indent) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (column > indent && column + 1 + word.size() > kWidth) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  out += '\n';
}

void append_paragraphs(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    append_wrapped(out, text.substr(0, end), 0, 0);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// A term and what it means, in two columns.
void append_row(std::string& out, std::string_view term, std::string_view meaning, std::size_t column) {
  out += "  ";
  out += term;
  std::size_t at = 2 + term.size();
  if (at + 2 > column) {
    out += '\n';
    at = 0;
  }
  out.append(column - at, ' ');
  append_wrapped(out, meaning, column, column);
}

void append_flags(std::string& out, const Command& command) {
  for (const Flag& flag : command.flags) {
    std::string term = flag.short_name.empty() ? "    " : std::string(flag.short_name) + ", ";
    term += flag.name;
    if (!flag.value_name.empty()) {
      term += ' ';
      term += flag.value_name;
    }
    std::string meaning(flag.help);
    if (flag.kind == ValueKind::format) {
      meaning += " (";
      for (const std::string_view choice : flag.choices) {
        meaning += choice == flag.choices.front() ? "" : choice == flag.choices.back() ? " or " : ", ";
        meaning += choice;
      }
      meaning += ')';
    }
    append_row(out, term, meaning, 30);
  }
}

void append_examples(std::string& out, const Command& command) {
  if (command.examples.empty()) {
    return;
  }
  out += "\nExamples:\n";
  for (const Example& example : command.examples) {
    out += "  ";
    out += example.line;
    if (!example.what.empty()) {
      out += "   # ";
      out += example.what;
    }
    out += '\n';
  }
}

constexpr std::string_view kRows[][2] = {
    {"0", "no finding at or above --fail-on"},
    {"1", "findings at or above --fail-on"},
    {"2", "a file that can't be read or isn't a manifest, a mistake in a policy or on the command line, a report that "
          "can't be written; wins over 1"},
    {"3", "a mistake in gpu-lint itself, or no memory left"},
};

void append_check_notes(std::string& out) {
  out += "\nPolicy:\n";
  append_paragraphs(out,
                    "  For each file, the nearest .gpu-lint.yaml (or .gpu-lint.yml) in its folder or the folders above "
                    "it, up to the root of its Git repository, or of the file system outside of one. Policies of "
                    "several folders aren't merged. Without any, the built-in policy holds (gpu-lint policy show).\n");
  out += "\nHiding findings:\n";
  append_paragraphs(out, "  A comment `# gpu-lint ignore=GPU101 -- reason` on or above the line, `# gpu-lint "
                         "ignore-file=GPU101 -- reason`, or the annotation gpu-lint.dev/ignore.\n");
  out += "\nExit codes:\n";
  for (const auto& row : kRows) {
    append_row(out, row[0], row[1], 6);
  }
  out += "\nEnvironment:\n";
  append_row(out, "NO_COLOR", "set to anything: no colours where --color is auto", 22);
  append_row(out, "SOURCE_DATE_EPOCH",
             "seconds since 1970: taken as the present day, which decides whether exceptions "
             "with an end still hold",
             22);
}

std::string usage(const Command& command) {
  std::string line = "gpu-lint ";
  line += command.name;
  line += " [OPTION]...";
  if (!command.operand.name.empty()) {
    line += ' ';
    line += command.operand.name;
  }
  return line + '\n';
}

std::string program_help() {
  const Command& check = commands().front();
  std::string out =
      "gpu-lint " GPULINT_VERSION " finds what is wrong with the use of GPUs in Kubernetes manifests.\n\n";
  out += "Usage: gpu-lint [COMMAND] [OPTION]...\n       " + usage(check) + "\nCommands:\n";
  for (const Command& command : commands()) {
    std::string term(command.name);
    if (!command.operand.name.empty()) {
      term += ' ';
      term += command.operand.name;
    }
    append_row(out, term, command.summary, 26);
  }
  out += "\n`gpu-lint COMMAND --help` tells more about each. A file that is named like a command: ./rules\n";
  out += "\nOptions of check, which is meant where no command is named:\n";
  append_flags(out, check);
  append_row(out, "-V, --version", "Print the version and exit", 30);
  append_check_notes(out);
  append_examples(out, check);
  return out;
}

} // namespace

std::string help_text(const Command* command) {
  if (command == nullptr) {
    return program_help();
  }
  std::string out(command->summary);
  out += ".\n\nUsage: " + usage(*command);
  for (const std::string_view alias : command->aliases) {
    out += "Alias: gpu-lint " + std::string(alias) + '\n';
  }
  if (!command->text.empty()) {
    out += '\n';
    append_paragraphs(out, command->text);
  }
  out += "\nOptions:\n";
  append_flags(out, *command);
  if (command == &commands().front()) {
    append_check_notes(out);
  }
  append_examples(out, *command);
  return out;
}

} // namespace gpulint::cli
