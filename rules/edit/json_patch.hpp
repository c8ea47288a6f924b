// A plan as a JSON Patch (RFC 6902), for admission.
#pragma once

#include "rules/edit/plan.hpp"

#include <string>

namespace gpulint {

/// The operations as JSON text, `[]` for an empty plan. Only `add` and, for defaulted scalars, `replace`; parents that
/// are missing are part of an operation's value, so that every operation applies to the document that was checked.
std::string json_patch(const EditPlan& plan);

/// A value as JSON text.
std::string to_json(const NewValue& value);

/// RFC 6901: the path of a field as a JSON Pointer, `~` and `/` escaped.
std::string json_pointer(const Field& field);

} // namespace gpulint
