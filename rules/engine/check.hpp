// One text in, its findings out: what every front end calls.
#pragma once

#include "rules/engine/finding.hpp"
#include "rules/engine/registry.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

/// Which findings a run wants, beside what the policy says.
struct CheckOptions {
  std::vector<std::string> select; ///< codes, names or prefixes; empty: all. Must be valid (Registry::select)
  std::vector<std::string> ignore; ///< likewise; wins over select
  bool suppressions = true;        ///< honour comments and annotations in the text
  Date today;                      ///< decides which exceptions still hold
};

enum class InputErrorCode : std::uint8_t {
  unreadable, ///< the file can't be opened or read: its owner mends rights or path
  malformed,  ///< not what kubectl reads: its author mends the text
  too_large,  ///< beyond a limit of ours; the message names it
  bad_policy  ///< the policy that applies to the file is wrong: its author mends it
};

std::string_view name_of(InputErrorCode code);

struct InputError {
  InputErrorCode code = InputErrorCode::malformed;
  std::string message;
  bool has_position = false;
  Position start;
  Position end;
  std::string excerpt;
  std::uint32_t excerpt_column = 1; ///< of its first character, as in Finding
};

struct FileResult {
  std::vector<Finding> findings; ///< by position, then code
  std::vector<InputError> errors;
  std::size_t objects = 0;
  std::size_t pods = 0;
  std::size_t suppressed = 0;
};

/// A policy made ready to run: which rules are on and at which action. Build one per policy, use it for many texts;
/// it is read-only and may be shared between threads.
class Checker {
public:
  Checker(const Registry& registry, std::shared_ptr<const Policy> policy, CheckOptions options);
  ~Checker();
  Checker(Checker&&) noexcept;

  FileResult check(std::string_view bytes) const;
  const Policy& policy() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace gpulint
