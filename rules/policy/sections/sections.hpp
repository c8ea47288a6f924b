// The sections of a policy file: each its own file with its rows.
#pragma once

#include "rules/policy/grammar.hpp"
#include "rules/policy/reading.hpp"

#include <vector>

namespace gpulint::policy_file {

/// The root of the file while it is read.
struct PolicyFile {
  Policy& policy;
  std::string name;
};

std::vector<const KeyInfo*> file_keys();
void read_root(Reading& in, const Field& root, PolicyFile& to);

std::vector<const KeyInfo*> pool_keys();
void read_pools(Reading& in, const Field& field, const Shape& shape, Policy& to);

std::vector<const KeyInfo*> rule_setting_keys();
void read_rules(Reading& in, const Field& field, const Shape& shape, Policy& to);

std::vector<const KeyInfo*> match_keys();
void read_match(Reading& in, const Field& field, ObjectMatch& to);

std::vector<const KeyInfo*> custom_rule_keys();
void read_custom(Reading& in, const Field& field, const Shape& shape, Policy& to);

std::vector<const KeyInfo*> exception_keys();
void read_exceptions(Reading& in, const Field& field, const Shape& shape, Policy& to);

void read_extends(Reading& in, const Field& field, const Shape& shape, Policy& to);
void read_workloads(Reading& in, const Field& field, const Shape& shape, Policy& to);

/// Shapes that several sections use.
extern const TextForm kLabelKeyForm;   ///< a qualified name: what a label or taint may be called
extern const TextForm kLabelValueForm; ///< what a label or taint may hold; also empty
extern const TextForm kNameForm;       ///< names of pools and classes: a label value that isn't empty
extern const TextForm kFilledForm;     ///< anything but nothing
inline constexpr Shape kText{.type = ShapeType::text};
inline constexpr Shape kFilled{.type = ShapeType::text, .form = &kFilledForm};
inline constexpr Shape kLabelKey{.type = ShapeType::text, .form = &kLabelKeyForm};
inline constexpr Shape kLabelValue{.type = ShapeType::text, .form = &kLabelValueForm};
inline constexpr Shape kName{.type = ShapeType::text, .form = &kNameForm};
inline constexpr Shape kPattern{.type = ShapeType::pattern};
inline constexpr Shape kFilledList{.type = ShapeType::list, .item = &kFilled};
inline constexpr Shape kPatternList{.type = ShapeType::list, .item = &kPattern};

} // namespace gpulint::policy_file
