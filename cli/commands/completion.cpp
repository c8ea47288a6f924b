// Completion scripts, made from the table of commands and the list of rules. They hold all words themselves: completing
// starts no process, and works where gpu-lint isn't installed.
#include "cli/commands/program.hpp"
#include "rules/engine/registry.hpp"

#include <algorithm>

namespace gpulint::cli {
namespace {

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    out += out.empty() ? "" : " ";
    out += word;
  }
  return out;
}

std::vector<std::string_view> rule_words() {
  std::vector<std::string_view> words;
  for (const Rule* rule : Registry::builtin().rules()) {
    words.push_back(rule->info.code);
    words.push_back(rule->info.name);
  }
  return words;
}

std::vector<std::string_view> flag_words(const Command& command) {
  std::vector<std::string_view> words;
  for (const Flag& flag : command.flags) {
    words.push_back(flag.name);
    if (!flag.short_name.empty()) {
      words.push_back(flag.short_name);
    }
  }
  return words;
}

std::string pattern_of(const Flag& flag) {
  return flag.short_name.empty() ? std::string(flag.name) : std::string(flag.name) + '|' + std::string(flag.short_name);
}

/// The names of a command in a shell's `case`: "check|lint".
std::string pattern_of(const Command& command) {
  std::string out = '"' + std::string(command.name) + '"';
  for (const std::string_view alias : command.aliases) {
    out += '|' + std::string(alias);
  }
  return out;
}

// ---------------------------------------------------------------------------------------------------------------- bash

/// What completes a value: a function of the script and its words.
std::string bash_values(ValueKind kind, const std::vector<std::string_view>& choices) {
  switch (kind) {
  case ValueKind::choice:
    return "_gpu_lint_words \"" + joined(choices) + '"';
  case ValueKind::format:
    return "_gpu_lint_format \"" + joined(choices) + '"';
  case ValueKind::rule:
    return "_gpu_lint_words \"$_gpu_lint_rule_names\"";
  case ValueKind::rules:
    return "_gpu_lint_list \"$_gpu_lint_rule_names\"";
  case ValueKind::file:
  case ValueKind::manifest:
    return "_gpu_lint_files";
  case ValueKind::none:
  case ValueKind::text:
  case ValueKind::number:
    break;
  }
  return ":";
}

constexpr std::string_view kBashHead = R"sh(# bash completion for gpu-lint; made by `gpu-lint completion bash`
)sh";

// Bash takes words apart at `=` (COMP_WORDBREAKS), so `--format=json=out` arrives in five pieces. They are put
// together again here, and what is offered holds only the part behind the last `=`, which is what bash replaces.
constexpr std::string_view kBashHelpers = R"sh(
_gpu_lint_words() {
  local IFS=$' \t\n'
  COMPREPLY=($(compgen -W "$1" -- "$_gpu_lint_cur"))
}

_gpu_lint_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$_gpu_lint_cur"))
}

_gpu_lint_format() {
  if [[ $_gpu_lint_cur == *=* ]]; then
    _gpu_lint_cur=${_gpu_lint_cur#*=}
    _gpu_lint_files
  else
    compopt -o nospace 2>/dev/null
    _gpu_lint_words "$1"
  fi
}

_gpu_lint_list() {
  local before=
  if [[ $_gpu_lint_cur == *,* ]]; then
    before=${_gpu_lint_cur%,*},
    _gpu_lint_cur=${_gpu_lint_cur##*,}
  fi
  compopt -o nospace 2>/dev/null
  _gpu_lint_words "$1"
  COMPREPLY=("${COMPREPLY[@]/#/$before}")
}

)sh";

constexpr std::string_view kBashMain = R"sh(
_gpu_lint() {
  local _gpu_lint_cur= _gpu_lint_flag= command=check i word
  local -a words=()
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]} > 0)) && [[ $word == = || ${COMP_WORDS[i-1]} == = ]]; then
      words[${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
  done
  local last=$((${#words[@]} - 1))
  ((last >= 0)) || return 0
  _gpu_lint_cur=${words[last]}
  local first=${words[0]} start=0
  if ((last > 0)); then
    _gpu_lint_command "$first" "${words[1]}" "$last" || return 0
  elif [[ $_gpu_lint_cur != -* ]]; then
    _gpu_lint_files
    local -a found=("${COMPREPLY[@]}")
    _gpu_lint_words "$_gpu_lint_command_words"
    COMPREPLY+=("${found[@]}")
    return 0
  fi
  ((last > start)) && _gpu_lint_flag=${words[last-1]}
  for ((i = start; i < last; i++)); do
    if [[ ${words[i]} == -- ]]; then
      _gpu_lint_operand "$command"
      return 0
    fi
  done
  if [[ $_gpu_lint_cur == --*=* ]]; then
    _gpu_lint_flag=${_gpu_lint_cur%%=*}
    _gpu_lint_cur=${_gpu_lint_cur#*=}
    _gpu_lint_value "$command" "$_gpu_lint_flag"
    return 0
  fi
  [[ $_gpu_lint_flag == -* ]] && _gpu_lint_value "$command" "$_gpu_lint_flag" && return 0
  if [[ $_gpu_lint_cur == -* ]]; then
    _gpu_lint_words "$(_gpu_lint_flags "$command")"
  else
    _gpu_lint_operand "$command"
  fi
}

complete -F _gpu_lint gpu-lint
)sh";

std::string bash_script() {
  std::string out(kBashHead);
  out += "_gpu_lint_command_words=\"" + joined(command_words()) + "\"\n";
  out += "_gpu_lint_rule_names=\"" + joined(rule_words()) + "\"\n";
  out += kBashHelpers;

  // Sets `command` and `start` of the caller; fails where it completed the second word of a command itself.
  out += "_gpu_lint_command() {\n  case $1 in\n";
  for (const std::string_view word : command_words()) {
    if (const auto seconds = second_words(word); !seconds.empty()) {
      out += "  " + std::string(word) + ")\n    if (($3 == 1)); then\n      _gpu_lint_words \"" + joined(seconds) +
             "\"\n      return 1\n    fi\n    command=\"$1 $2\" start=2 ;;\n";
    } else {
      out += "  " + std::string(word) + ") command=$1 start=1 ;;\n";
    }
  }
  out += "  esac\n  return 0\n}\n\n_gpu_lint_flags() {\n  case $1 in\n";
  for (const Command& command : commands()) {
    out += "  " + pattern_of(command) + ") echo \"" + joined(flag_words(command)) + "\" ;;\n";
  }
  out += "  esac\n}\n\n_gpu_lint_value() {\n  case $1 in\n";
  for (const Command& command : commands()) {
    out += "  " + pattern_of(command) + ")\n    case $2 in\n";
    for (const Flag& flag : command.flags) {
      if (flag.kind != ValueKind::none) {
        out += "    " + pattern_of(flag) + ") " + bash_values(flag.kind, flag.choices) + " ;;\n";
      }
    }
    out += "    *) return 1 ;;\n    esac ;;\n";
  }
  out += "  *) return 1 ;;\n  esac\n  return 0\n}\n\n_gpu_lint_operand() {\n  case $1 in\n";
  for (const Command& command : commands()) {
    out += "  " + pattern_of(command) + ") " + bash_values(command.operand.kind, command.operand.choices) + " ;;\n";
  }
  out += "  esac\n}\n";
  out += kBashMain;
  return out;
}

// ----------------------------------------------------------------------------------------------------------------- zsh

/// Inside '…' of _arguments, where brackets and colons mean something.
std::string zsh_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') {
      out += '\\';
    }
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out;
}

std::string zsh_values(ValueKind kind, const std::vector<std::string_view>& choices) {
  switch (kind) {
  case ValueKind::choice:
    return '(' + joined(choices) + ')';
  case ValueKind::format:
    return "_gpu_lint_format";
  case ValueKind::rule:
    return "($_gpu_lint_rule_names)";
  case ValueKind::rules:
    return "_sequence compadd - $_gpu_lint_rule_names";
  case ValueKind::file:
  case ValueKind::manifest:
    return "_files";
  case ValueKind::none:
  case ValueKind::text:
  case ValueKind::number:
    break;
  }
  return " ";
}

std::string zsh_arguments(const Command& command) {
  std::string out = "_arguments -s -S";
  for (const Flag& flag : command.flags) {
    const std::string star = flag.repeatable ? "*" : "";
    const std::string rest = '[' + zsh_escaped(flag.help) + ']' +
                             (flag.kind == ValueKind::none
                                  ? std::string()
                                  : ':' + zsh_escaped(flag.value_name) + ':' + zsh_values(flag.kind, flag.choices)) +
                             "'";
    const std::string equals = flag.kind == ValueKind::none ? "" : "=";
    out += " \\\n      '" + star + std::string(flag.name) + equals + rest;
    if (!flag.short_name.empty()) {
      out += " \\\n      '" + star + std::string(flag.short_name) + (equals.empty() ? "" : "+") + rest;
    }
  }
  if (command.operand.kind != ValueKind::none) {
    const std::string many = command.operand.at_most == 1 ? "1" : "*";
    out += " \\\n      '" + many + ':' + zsh_escaped(command.operand.name) + ':' +
           zsh_values(command.operand.kind, command.operand.choices) + "'";
  }
  return out + '\n';
}

std::string zsh_script() {
  std::string out = "#compdef gpu-lint\n# zsh completion for gpu-lint; made by `gpu-lint completion zsh`\n\n";
  out += "typeset -ga _gpu_lint_rule_names=(" + joined(rule_words()) + ")\n\n";
  std::vector<std::string_view> formats;
  for (const Flag& flag : commands().front().flags) {
    formats = flag.kind == ValueKind::format ? flag.choices : formats;
  }
  out += "_gpu_lint_format() {\n  if compset -P '*='; then\n    _files\n  else\n    compadd - " + joined(formats) +
         "\n  fi\n}\n\n";
  out += "_gpu_lint() {\n  local -a commands=(\n";
  for (const std::string_view word : command_words()) {
    const Command* const command = find_command(word);
    out += "    '" + std::string(word) + (command == nullptr ? std::string() : ':' + zsh_escaped(command->summary)) +
           "'\n";
  }
  out += "  )\n  local command=check skip=0\n  case $words[2] in\n";
  for (const std::string_view word : command_words()) {
    const auto seconds = second_words(word);
    if (seconds.empty()) {
      out += "  " + std::string(word) + ") command=$words[2] skip=1 ;;\n";
    } else {
      out += "  " + std::string(word) + ")\n    if ((CURRENT == 3)); then\n      compadd - " + joined(seconds) +
             "\n      return\n    fi\n    command=\"$words[2] $words[3]\" skip=2 ;;\n";
    }
  }
  out += "  esac\n  if ((CURRENT == 2)); then\n    [[ $words[2] == -* ]] || _describe command commands\n    skip=0 "
         "command=check\n  fi\n  words=(gpu-lint \"${(@)words[2+skip,-1]}\")\n  ((CURRENT -= skip))\n  case $command "
         "in\n";
  for (const Command& command : commands()) {
    out += "  " + pattern_of(command) + ")\n    " + zsh_arguments(command) + "    ;;\n";
  }
  out += "  esac\n}\n\nif [[ $funcstack[1] == _gpu-lint ]]; then\n  _gpu_lint \"$@\"\nelse\n  compdef _gpu_lint "
         "gpu-lint\nfi\n";
  return out;
}

// ---------------------------------------------------------------------------------------------------------------- fish

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + '\'';
}

std::string fish_values(ValueKind kind, const std::vector<std::string_view>& choices) {
  switch (kind) {
  case ValueKind::choice:
  case ValueKind::format:
    return " -x -a " + fish_quoted(joined(choices));
  case ValueKind::rule:
    return " -x -a \"$__gpu_lint_rule_names\"";
  case ValueKind::rules:
    return " -x -a \"(__fish_append , $__gpu_lint_rule_names)\"";
  case ValueKind::file:
  case ValueKind::manifest:
    return " -r -F";
  case ValueKind::none:
  case ValueKind::text:
  case ValueKind::number:
    break;
  }
  return " -x";
}

/// When a command is the one that is being typed.
std::string fish_condition(const Command& command) {
  const std::size_t space = command.name.find(' ');
  if (space != std::string_view::npos) {
    return "__gpu_lint_command " + std::string(command.name);
  }
  std::string out = "__gpu_lint_command " + std::string(command.name);
  for (const std::string_view alias : command.aliases) {
    out += "; or __gpu_lint_command " + std::string(alias);
  }
  return &command == &commands().front() ? out + "; or not __gpu_lint_command" : out;
}

std::string fish_script() {
  std::string out = "# fish completion for gpu-lint; made by `gpu-lint completion fish`\n";
  out += "set -g __gpu_lint_rule_names " + joined(rule_words()) + "\n";
  out += "set -g __gpu_lint_commands " + joined(command_words()) + "\n";
  out += R"sh(
# Whether the words behind `gpu-lint` begin with these; without any: whether they begin with some command.
function __gpu_lint_command
    set -l words (commandline -opc)[2..-1]
    if test (count $argv) -eq 0
        contains -- "$words[1]" $__gpu_lint_commands
    else
        set -l last (count $argv)
        test "$words[1..$last]" = "$argv"
    end
end

complete -c gpu-lint -e
)sh";
  for (const std::string_view word : command_words()) {
    const Command* const command = find_command(word);
    const std::string_view summary = command == nullptr ? std::string_view() : command->summary;
    out +=
        "complete -c gpu-lint -n __fish_use_subcommand -a " + std::string(word) + " -d " + fish_quoted(summary) + '\n';
    for (const std::string_view second : second_words(word)) {
      const Command* const whole = find_command(std::string(word) + ' ' + std::string(second));
      out += "complete -c gpu-lint -f -n 'test (count (commandline -opc)) -eq 2; and __gpu_lint_command " +
             std::string(word) + "' -a " + std::string(second) + " -d " +
             fish_quoted(whole == nullptr ? std::string_view() : whole->summary) + '\n';
    }
  }
  for (const Command& command : commands()) {
    const std::string start = "complete -c gpu-lint -n " + fish_quoted(fish_condition(command));
    for (const Flag& flag : command.flags) {
      out += start + " -l " + std::string(flag.name.substr(2));
      if (!flag.short_name.empty()) {
        out += " -s " + std::string(flag.short_name.substr(1));
      }
      out += flag.kind == ValueKind::none ? std::string() : fish_values(flag.kind, flag.choices);
      out += " -d " + fish_quoted(flag.help) + '\n';
    }
    if (command.operand.kind == ValueKind::choice || command.operand.kind == ValueKind::rule) {
      out += start + fish_values(command.operand.kind, command.operand.choices) + '\n';
    } else if (command.operand.kind == ValueKind::none) {
      out += start + " -f\n";
    }
  }
  return out;
}

} // namespace

ExitCode run_completion(const Arguments& arguments, Surroundings& surroundings) {
  const std::string& shell = arguments.operands().front();
  surroundings.out.write(shell == "bash" ? bash_script() : shell == "zsh" ? zsh_script() : fish_script());
  return ExitCode::clean;
}

} // namespace gpulint::cli
