// One text in, its findings out: what every front end calls.
#pragma once

#include "rules/engine/finding.hpp"
#include "rules/engine/registry.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
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

/// Gets the plan of each document that has one, in the order of the text, while the document's tree lives.
using PlanSink = std::function<void(const Document&, const EditPlan&)>;

/// What was found in one object that has no text, and how to mend it.
struct Judgement {
  std::vector<Finding> findings; ///< in the order of the rules; no positions, no excerpts
  EditPlan plan;
  std::size_t suppressed = 0;
};

/// An object as an API server hands it over.
struct Subject {
  Field root;                       ///< the object
  std::string_view namespace_ = {}; ///< of the request; the object may not name it yet
  std::string_view name = {};       ///< of the request; empty with generateName
};

/// A policy made ready to run: which rules are on and at which action. Build one per policy, use it for many texts;
/// it is read-only and may be shared between threads.
class Checker {
public:
  Checker(const Registry& registry, std::shared_ptr<const Policy> policy, CheckOptions options);
  ~Checker();
  Checker(Checker&&) noexcept;

  /// Every finding of a text. `sink` gets the edits of all findings that are shown and can be mended.
  FileResult check(std::string_view bytes, const PlanSink& sink = {}) const;
  /// Findings of one object at admission: rules about texts don't run, the plan holds only edits of rules whose action
  /// is `inject`, and the object's own annotations can't silence a `deny`. `arena` outlives the answer.
  Judgement judge(const Subject& subject, Arena& arena) const;
  const Policy& policy() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace gpulint
