// The user's own rules, exceptions and `allow`: what they are about, and whether they hold.
#pragma once

#include "rules/engine/accelerator_use.hpp"
#include "rules/engine/finding.hpp"
#include "rules/policy/policy.hpp"
#include "rules/workload/object.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace gpulint {

/// What a match looks at in an object.
struct MatchSubject {
  std::string_view
      namespace_; ///< empty where the manifest leaves it to the client: only patterns that match nothing fit
  std::string_view name;
  std::string_view kind;
  std::vector<const Pool*> pools; ///< that some pod of the object asks for
};

/// One of each list that isn't empty.
bool matches(const ObjectMatch& match, const MatchSubject& subject);

/// Some pattern is found in "namespace/name".
bool allows(const RuleSetting& setting, std::string_view namespace_name, std::string_view name);

/// The exception names this rule (its code, or a custom id) and object, and hasn't expired.
bool covers(const Exception& exception, std::string_view code, const MatchSubject& subject, Date today);
bool is_expired(const Exception& exception, Date today);

/// Reports each assertion of the rule that doesn't hold for the object; nothing where the rule isn't about it.
/// `accelerators` belong to object.pods, one each. A rule that names accelerators looks (by paths that begin with
/// `pod.`) only into the pods that ask for them.
///
/// Operators are those of nodeAffinity. A value that is missing fails In, Exists, Gt and Lt and passes NotIn and
/// DoesNotExist; with `[*]` every item must pass, so a list without items passes. Numbers and booleans compare by
/// their text. Patches and pods that are merged with something else later aren't blamed for what is missing.
void evaluate(const CustomRule& rule, const Object& object, std::span<const PodAccelerators> accelerators,
              Report& report);

} // namespace gpulint
