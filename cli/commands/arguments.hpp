// The command line, taken apart.
#pragma once

#include "cli/commands/description.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint::cli {

class Arguments {
public:
  enum class Wish { run, help, version };

  /// Without the program's name. The error is a sentence for the user.
  static tl::expected<Arguments, std::string> parse(std::vector<std::string> words);

  Wish wish() const { return wish_; }
  /// nullptr for the help of the program as a whole.
  const Command* command() const { return command_; }

  bool has(std::string_view flag) const { return values_.contains(flag); }
  std::vector<std::string> all(std::string_view flag) const;
  /// The last one counts, so that a wrapper's flags can be overridden.
  std::optional<std::string> last(std::string_view flag) const;
  const std::vector<std::string>& operands() const { return operands_; }

private:
  Wish wish_ = Wish::run;
  const Command* command_ = nullptr;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> operands_;
};

/// The nearest of some words to a misspelt one as ", did you mean `x`?"; empty where none is near.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& words);

} // namespace gpulint::cli
