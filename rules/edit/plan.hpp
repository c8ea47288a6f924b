// Edits of all findings of one document, made to fit each other: what the writers of JSON Patches and of source text
// work from.
#pragma once

#include "rules/edit/edit.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gpulint {

enum class EditRefusal : std::uint8_t {
  none,
  shared,     ///< the place is reached through an anchor or a merge key, so the edit would change others too
  conflict,   ///< another finding's edit gives the same place another value
  wrong_kind, ///< what stands there is of a kind that can't hold it (a string where a list belongs)
  occupied    ///< something stands there already
};

/// For people, as the end of a sentence: "the value is shared through an anchor".
std::string_view reason_of(EditRefusal refusal);

/// Accepted edits, normalised so that no two of them touch the same place:
/// - `set`: the target is missing or null in the document and its parent is a mapping that is written there (a missing
///   ancestor was made part of the value);
/// - `append`: the target is a list that is written in the document; several appends to one list keep their order;
/// - `replace`: the target is a scalar that is written in the document.
/// Targets point into the document; the plan lives no longer than the document's tree.
class EditPlan {
public:
  /// Takes all of `edits`, or none of them and says why. What is planned already with the same value is taken once.
  EditRefusal add(std::span<const Edit> edits);

  const std::vector<Edit>& edits() const { return edits_; }
  bool empty() const { return edits_.empty(); }

  /// Keeps only edits that put back what `old` (the same object, earlier) has: see rules/admission.
  void keep_what_stood_in(const Field& old);

private:
  EditRefusal add_one(const Edit& edit);

  std::vector<Edit> edits_;
};

} // namespace gpulint
