// What can be said on the command line: one table that parsing, --help and the shell completions are made from.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint::cli {

/// What a value is, for completion and for the check of its words.
enum class ValueKind {
  none, ///< a switch
  text,
  number,
  file,     ///< any file
  manifest, ///< a file or folder with manifests
  choice,   ///< one of `choices`
  format,   ///< a report format, with `=FILE` behind it where wanted
  rule,     ///< a rule's code or name
  rules     ///< codes, names or prefixes with commas between
};

struct Flag {
  std::string_view name;       ///< "--format"
  std::string_view short_name; ///< "-f" or empty
  std::string_view value_name; ///< "FILE"; empty for switches
  ValueKind kind = ValueKind::none;
  bool repeatable = false;
  std::string_view help;
  std::vector<std::string_view> choices = {};
};

struct Operand {
  std::string_view name; ///< "[PATH|-]..."; empty: none allowed
  ValueKind kind = ValueKind::none;
  std::size_t at_least = 0;
  std::size_t at_most = 0; ///< kAny: no limit
  std::vector<std::string_view> choices = {};
};

inline constexpr std::size_t kAny = static_cast<std::size_t>(-1);

struct Example {
  std::string_view line;
  std::string_view what;
};

struct Command {
  std::string_view name; ///< one or two words: "check", "policy show"
  std::vector<std::string_view> aliases = {};
  std::string_view summary;
  std::string_view text; ///< more than the summary says; paragraphs end in a line break
  Operand operand = {};
  std::vector<Flag> flags = {};
  std::vector<Example> examples = {};
};

/// All commands in the order of the help. The first one is meant where none is named.
std::span<const Command> commands();

const Command* find_command(std::string_view name);

/// Every first word that names a command: "check", "lint", "policy", ...
std::vector<std::string_view> command_words();
/// The second words behind a first one: "show", "check", "schema" behind "policy".
std::vector<std::string_view> second_words(std::string_view first);

/// The help of the program (nullptr) or of one command.
std::string help_text(const Command* command);

} // namespace gpulint::cli
