#include "cli/commands/arguments.hpp"

#include "cli/terminal/text.hpp"
#include "rules/policy/load.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

namespace gpulint::cli {
namespace {

std::string in_quotes(std::string_view text) {
  return '`' + printable(text) + '`';
}

std::string listed(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    out += out.empty() ? "" : ", ";
    out += word;
  }
  return out;
}

std::vector<std::string_view> flag_names(const Command& command) {
  std::vector<std::string_view> names;
  for (const Flag& flag : command.flags) {
    names.push_back(flag.name);
  }
  return names;
}

/// The command that the words begin with; takes its words away.
tl::expected<const Command*, std::string> take_command(std::vector<std::string>& words) {
  const Command* const fallback = &commands().front();
  if (words.empty()) {
    return fallback;
  }
  const std::vector<std::string_view> seconds = second_words(words[0]);
  if (seconds.empty()) {
    const Command* const named = find_command(words[0]);
    if (named != nullptr) {
      words.erase(words.begin());
    }
    return named == nullptr ? fallback : named;
  }
  const Command* const named = words.size() > 1 ? find_command(words[0] + ' ' + words[1]) : nullptr;
  if (named == nullptr) {
    const std::string got = words.size() > 1 ? ", not " + in_quotes(words[1]) : std::string();
    return tl::unexpected("`gpu-lint " + words[0] + "` needs one of " + listed(seconds) + got);
  }
  words.erase(words.begin(), words.begin() + 2);
  return named;
}

bool asks_for_help(std::string_view word) {
  return word == "-h" || word == "--help";
}

tl::expected<void, std::string> check_choice(std::string_view what, std::string_view value,
                                             const std::vector<std::string_view>& choices) {
  if (std::ranges::find(choices, value) != choices.end()) {
    return {};
  }
  return tl::unexpected(std::string(what) + " is one of " + listed(choices) + ", not " + in_quotes(value) +
                        did_you_mean(value, choices));
}

tl::expected<void, std::string> check_operands(const Command& command, const std::vector<std::string>& operands) {
  const Operand& wanted = command.operand;
  if (operands.size() > wanted.at_most) {
    return tl::unexpected("`gpu-lint " + std::string(command.name) + "` doesn't take " +
                          in_quotes(operands[wanted.at_most]));
  }
  if (operands.size() < wanted.at_least) {
    return tl::unexpected("`gpu-lint " + std::string(command.name) + "` needs " + std::string(wanted.name));
  }
  for (const std::string& operand : operands) {
    if (operand.empty()) {
      return tl::unexpected(std::string("an argument is empty"));
    }
    if (wanted.kind == ValueKind::choice) {
      if (auto right = check_choice(wanted.name, operand, wanted.choices); !right) {
        return right;
      }
    }
  }
  return {};
}

using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

/// What CLI11 doesn't know comes back as operands.
tl::expected<std::vector<std::string>, std::string> parse_flags(const Command& command, std::vector<std::string> words,
                                                                Values& values) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const Flag& flag : command.flags) {
    const std::string names =
        flag.short_name.empty() ? std::string(flag.name) : std::string(flag.short_name) + ',' + std::string(flag.name);
    const std::string key(flag.name);
    if (flag.kind == ValueKind::none) {
      app.add_flag_callback(names, [&values, key] { values[key]; });
    } else {
      // One value for each mention, taken as it is: CLI11 would read "[a]" as a list otherwise.
      app.add_option_function<std::vector<std::string>>(
             names, [&values, key](const std::vector<std::string>& given) { values[key] = given; })
          ->type_size(1)
          ->expected(1, CLI::detail::expected_max_vector_size)
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  std::ranges::reverse(words);
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return tl::unexpected(printable(error.what()));
  }
  return app.remaining();
}

} // namespace

std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& words) {
  const auto nearest = nearest_name(wrong, words);
  return nearest ? ", did you mean `" + std::string(*nearest) + "`?" : std::string();
}

tl::expected<Arguments, std::string> Arguments::parse(std::vector<std::string> words) {
  Arguments arguments;
  if (!words.empty() && asks_for_help(words[0])) {
    arguments.wish_ = Wish::help;
    return arguments;
  }
  if (!words.empty() && (words[0] == "--version" || words[0] == "-V")) {
    arguments.wish_ = Wish::version;
    return arguments;
  }
  const bool is_group = !words.empty() && !second_words(words[0]).empty();
  if (is_group && words.size() > 1 && asks_for_help(words[1])) {
    arguments.wish_ = Wish::help;
    return arguments;
  }
  const auto command = take_command(words);
  if (!command) {
    return tl::unexpected(command.error());
  }
  arguments.command_ = *command;

  // Everything behind `--` is an operand, whatever it looks like.
  const auto dashes = std::ranges::find(words, "--");
  const std::vector<std::string> behind(dashes == words.end() ? dashes : std::next(dashes), words.end());
  words.erase(dashes, words.end());
  if (std::ranges::any_of(words, asks_for_help)) {
    arguments.wish_ = Wish::help;
    return arguments;
  }
  auto operands = parse_flags(**command, std::move(words), arguments.values_);
  if (!operands) {
    return tl::unexpected(std::move(operands.error()));
  }
  for (const std::string& operand : *operands) {
    if (operand.size() > 1 && operand.starts_with('-')) {
      const std::string name = operand.substr(0, operand.find('='));
      return tl::unexpected("unknown option " + in_quotes(name) + did_you_mean(name, flag_names(**command)));
    }
  }
  arguments.operands_ = std::move(*operands);
  arguments.operands_.insert(arguments.operands_.end(), behind.begin(), behind.end());
  if (auto right = check_operands(**command, arguments.operands_); !right) {
    return tl::unexpected(std::move(right.error()));
  }
  for (const Flag& flag : (*command)->flags) {
    for (const std::string& value : arguments.all(flag.name)) {
      if (flag.kind == ValueKind::choice) {
        if (auto right = check_choice(flag.name, value, flag.choices); !right) {
          return tl::unexpected(std::move(right.error()));
        }
      } else if (value.empty() && flag.kind != ValueKind::none) {
        return tl::unexpected(std::string(flag.name) + " needs a value");
      }
    }
  }
  return arguments;
}

std::vector<std::string> Arguments::all(std::string_view flag) const {
  const auto found = values_.find(flag);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::optional<std::string> Arguments::last(std::string_view flag) const {
  const auto found = values_.find(flag);
  return found == values_.end() || found->second.empty() ? std::nullopt : std::optional(found->second.back());
}

} // namespace gpulint::cli
