// What one object holds that Kubernetes' types don't: found once, told by several rules.
#pragma once

#include "rules/engine/rule.hpp"
#include "rules/kubernetes/fields.hpp"

#include <string>
#include <vector>

namespace gpulint {

struct ObjectFields {
  std::vector<FieldProblem> problems;
  /// A built-in kind that is sent to the API server as it is: strict decoding refuses each of the problems. Otherwise
  /// the pods of a custom resource, or an object inside of another one.
  bool strict = false;
  /// Written without indentation: what should stand under `spec` stands at the top level.
  bool flat = false;
};

const ObjectFields& object_fields(const Object& object);

/// Written at the top level of the object itself.
bool is_top_level(const Field& at, const Object& object);

/// "spec.affinity", or "the top level of the Pod".
std::string parent_in_words(const Field& at, const Object& object);

/// Caps a finding where the API server's answer isn't certain: custom resources, and what it overwrites
/// anyway (status, managedFields).
void cap_uncertain(RawFinding& finding, const FieldProblem& problem, const Object& object);

/// What happens to a field that isn't known, for messages.
std::string_view consequence(const Object& object);

} // namespace gpulint
