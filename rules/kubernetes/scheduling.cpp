#include "rules/kubernetes/scheduling.hpp"

#include "rules/kubernetes/label.hpp"

#include <algorithm>
#include <charconv>

namespace gpulint {

namespace {

/// In every other respect than its operator and the number of its values, labels.NewRequirement takes the requirement.
bool has_valid_labels(const SelectorRequirement& requirement) {
  return is_label_key(requirement.key) &&
         std::all_of(requirement.values.begin(), requirement.values.end(), is_label_value);
}

bool has_value(const SelectorRequirement& requirement, std::string_view label) {
  return std::find(requirement.values.begin(), requirement.values.end(), label) != requirement.values.end();
}

bool compares(const SelectorRequirement& requirement, std::string_view label) {
  if (requirement.values.size() != 1) {
    return false;
  }
  const auto bound = parse_int64(requirement.values.front());
  const auto number = parse_int64(label);
  if (!bound || !number) {
    return false;
  }
  return requirement.op == "Gt" ? *number > *bound : *number < *bound;
}

/// A string, or null, which Go's decoder reads as "".
std::optional<std::string_view> string_of(const Field& field) {
  if (field.is(Kind::string)) {
    return field.text();
  }
  if (field.exists() && !field) {
    return std::string_view();
  }
  return std::nullopt;
}

std::optional<std::string_view> label_of(const Field& labels, std::string_view key) {
  const Field label = labels[key];
  return label.exists() ? string_of(label) : std::nullopt;
}

bool match_labels(const Field& wanted, const Field& labels) {
  if (!wanted) {
    return true;
  }
  if (!wanted.is(Kind::mapping)) {
    return false;
  }
  for (const Field entry : wanted.children()) {
    const auto value = string_of(entry);
    if (!value || !is_label_key(entry.key()) || !is_label_value(*value) || label_of(labels, entry.key()) != value) {
      return false;
    }
  }
  return true;
}

bool match_expression(const Field& expression, const Field& labels) {
  SelectorRequirement requirement;
  requirement.key = expression["key"].text();
  requirement.op = expression["operator"].text();
  if (requirement.op == "Gt" || requirement.op == "Lt") {
    return false; // operators of node selectors only
  }
  for (const Field value : expression["values"].children()) {
    const auto text = string_of(value);
    if (!text) {
      return false;
    }
    requirement.values.push_back(*text);
  }
  return requirement.matches(label_of(labels, requirement.key));
}

bool match_expressions(const Field& expressions, const Field& labels) {
  if (!expressions) {
    return true;
  }
  if (!expressions.is(Kind::sequence)) {
    return false;
  }
  for (const Field expression : expressions.children()) {
    if (!match_expression(expression, labels)) {
      return false;
    }
  }
  return true;
}

} // namespace

std::string Taint::text() const {
  std::string out = key;
  if (!value.empty()) {
    out += '=';
    out += value;
  }
  out += ':';
  out += effect;
  return out;
}

// Lt and Gt (gate TaintTolerationComparisonOperators, alpha and off up to 1.37) tolerate nothing where the gate is off.
bool Toleration::tolerates(const Taint& taint) const {
  if (!effect.empty() && effect != taint.effect) {
    return false;
  }
  if (!key.empty() && key != taint.key) {
    return false;
  }
  if (op.empty() || op == "Equal") {
    return value == taint.value;
  }
  return exists_operator();
}

// Go's strconv.ParseInt(text, 10, 64): one sign, leading zeros allowed.
std::optional<std::int64_t> parse_int64(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '-') {
      return std::nullopt;
    }
  }
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

bool SelectorRequirement::matches(std::optional<std::string_view> label) const {
  if (!has_valid_labels(*this)) {
    return false;
  }
  if (op == "In") {
    return label && has_value(*this, *label);
  }
  if (op == "NotIn") {
    return !values.empty() && (!label || !has_value(*this, *label));
  }
  if (op == "Exists") {
    return values.empty() && label;
  }
  if (op == "DoesNotExist") {
    return values.empty() && !label;
  }
  if (op == "Gt" || op == "Lt") {
    return label && compares(*this, *label);
  }
  return false;
}

bool SelectorRequirement::matches_field(std::string_view content) const {
  if (values.size() != 1) {
    return false;
  }
  return (op == "In" && values.front() == content) || (op == "NotIn" && values.front() != content);
}

bool selector_matches(const Field& label_selector, const Field& labels) {
  if (!label_selector.is(Kind::mapping)) {
    return false;
  }
  return match_labels(label_selector["matchLabels"], labels) &&
         match_expressions(label_selector["matchExpressions"], labels);
}

} // namespace gpulint
