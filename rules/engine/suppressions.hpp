// Comments and annotations that silence findings: `# gpu-lint ignore=GPU101 -- reason` on or above a line,
// `# gpu-lint ignore-file=GPU1`, and the annotation gpu-lint.dev/ignore on an object or a pod template.
#pragma once

#include "rules/document/source.hpp"
#include "rules/document/value.hpp"
#include "rules/engine/registry.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

inline constexpr std::string_view kIgnoreAnnotation = "gpu-lint.dev/ignore";

/// One rule, name or prefix in a suppression.
struct SuppressedRule {
  std::string text;
  ByteRange range;
  std::vector<std::string_view> codes; ///< empty: no such rule
  bool used = false;
};

enum class SuppressionScope : std::uint8_t { line, file, object };

struct Suppression {
  SuppressionScope scope = SuppressionScope::line;
  ByteRange range;        ///< of the comment or the annotation's value
  std::uint32_t line = 0; ///< scope line: the line that it is about
  ByteRange object;       ///< scope object: the range of the object or pod template
  std::vector<SuppressedRule> rules;
};

/// What may be named: rules of the registry and custom rules of the policy.
struct SuppressibleRules {
  const Registry& registry;
  const Policy& policy;

  std::vector<std::string_view> select(std::string_view selector) const;
  std::string_view nearest(std::string_view wrong) const;
};

/// Comments of one text. Cheap where the text holds none.
std::vector<Suppression> find_comments(std::string_view text, const SuppressibleRules& rules);

/// Drops comments that are part of a scalar of this document.
void drop_quoted(std::vector<Suppression>& suppressions, const Value& root);

/// From the value of the annotation: codes, names or prefixes, separated by commas or blanks, and a reason behind "
/// --".
Suppression from_annotation(const Value& annotation, ByteRange object, const SuppressibleRules& rules);

/// Marks and tells whether some suppression covers a finding of this rule that begins at `line` and `byte`.
bool is_suppressed(std::vector<Suppression>& suppressions, std::string_view code, Position start);

} // namespace gpulint
