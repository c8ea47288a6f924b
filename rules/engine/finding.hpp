// Findings: what a rule says about one place, first as rules report it, then as front ends show it.
#pragma once

#include "rules/document/field.hpp"
#include "rules/document/source.hpp"
#include "rules/edit/plan.hpp"
#include "rules/policy/policy.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

struct RuleInfo;

/// A finding as a rule reports it.
struct RawFinding {
  std::string message;
  std::string help; ///< empty: the rule's own help
  std::string path; ///< field path as Kubernetes prints it
  ByteRange range;
  Action at_most = Action::deny; ///< a cap that the rule sets where the facts are less certain
  std::vector<Edit> edits = {};  ///< what mends it: all of them together; empty: nothing that is safe

  /// Facts that were not checked against a source, or depend on the cluster: never above `action`. Caps add up: the
  /// lowest counts.
  RawFinding& cap(Action action) {
    at_most = action < at_most ? action : at_most;
    return *this;
  }

  /// Adds to what mends it.
  RawFinding& mend(Edit edit) {
    edits.push_back(std::move(edit));
    return *this;
  }
};

/// Where a rule puts what it finds.
class Report {
public:
  /// Points at the value of `at` (for a missing field: at the key of what should hold it).
  RawFinding& add(const Field& at, std::string message, std::string help = {});
  /// Points at the key of `at`.
  RawFinding& add_at_key(const Field& at, std::string message, std::string help = {});
  /// Points at a range that no field has.
  RawFinding& add_range(ByteRange range, std::string path, std::string message, std::string help = {});

  std::vector<RawFinding>& findings() { return findings_; }

private:
  std::vector<RawFinding> findings_;
};

struct ObjectReference {
  std::string api_version;
  std::string kind;
  std::string namespace_;
  std::string name;

  bool operator==(const ObjectReference&) const = default;
};

/// A finding as front ends show it: everything about it, nothing that points into a document any more.
struct Finding {
  std::string_view code; ///< of a rule in the registry, or of a custom rule of `policy` (which outlives the run)
  std::string_view rule;
  Severity severity = Severity::warning;
  Action action = Action::warn;
  std::string message;
  std::string help;
  std::uint32_t document = 0; ///< from 1; 0 where the finding is about the whole file
  ObjectReference object;
  std::string path;
  Position start;
  Position end;
  std::string excerpt;              ///< the text of line `start.line`, or kMaxExcerpt bytes of it around `start`
  std::uint32_t excerpt_column = 1; ///< of its first character
  bool fixable = false;             ///< its edits are part of the document's plan
  EditRefusal not_fixed = EditRefusal::none; ///< it has edits that couldn't be taken: why
};

/// Bytes of a source line kept with a finding.
inline constexpr std::size_t kMaxExcerpt = 400;

} // namespace gpulint
