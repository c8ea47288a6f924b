#include "rules/policy/custom.hpp"

#include <algorithm>

namespace gpulint {
namespace {

bool has_part(const std::vector<Pattern>& patterns, std::string_view text) {
  return patterns.empty() || std::any_of(patterns.begin(), patterns.end(),
                                         [&](const Pattern& pattern) { return pattern.matches_part(text); });
}

bool asks_for(const std::vector<std::string>& accelerators, const std::vector<const Pool*>& pools) {
  return accelerators.empty() || std::any_of(pools.begin(), pools.end(), [&](const Pool* pool) {
           return std::find(accelerators.begin(), accelerators.end(), pool->name) != accelerators.end();
         });
}

/// The values that a path leads to below `at`; a missing one stands for itself, but a list without items for none.
void follow(const Field& at, std::span<const std::string> steps, std::vector<Field>& found) {
  if (steps.empty()) {
    found.push_back(at);
    return;
  }
  const std::string& step = steps.front();
  if (step == "[]") {
    for (const Field& item : at.children()) {
      follow(item, steps.subspan(1), found);
    }
  } else if (step[0] == '[') {
    std::size_t index = 0;
    for (const char digit : std::string_view(step).substr(1, step.size() - 2)) {
      index = index * 10 + static_cast<std::size_t>(digit - '0');
    }
    follow(at[index], steps.subspan(1), found);
  } else {
    follow(at[step], steps.subspan(1), found);
  }
}

/// A scalar as text; nothing for what is missing, null, a list or a mapping.
std::optional<std::string> comparable(const Field& field) {
  if (!field || !field.value()->is_scalar()) {
    return std::nullopt;
  }
  return scalar_text(*field.value());
}

bool is_one_of(const std::optional<std::string>& text, const std::vector<std::string>& values) {
  return text && std::find(values.begin(), values.end(), *text) != values.end();
}

/// Gt and Lt: both sides are whole numbers, as component-helpers nodeaffinity reads them.
bool is_beyond(const std::optional<std::string>& text, const Assertion& assertion) {
  const auto number = text ? parse_int64(*text) : std::nullopt;
  const auto bound = assertion.values.empty() ? std::nullopt : parse_int64(assertion.values[0]);
  if (!number || !bound) {
    return false;
  }
  return assertion.op == AssertOperator::gt ? *number > *bound : *number < *bound;
}

bool holds(const Assertion& assertion, const Field& field) {
  switch (assertion.op) {
  case AssertOperator::exists:
    return static_cast<bool>(field);
  case AssertOperator::does_not_exist:
    return !field;
  case AssertOperator::in:
    return is_one_of(comparable(field), assertion.values);
  case AssertOperator::not_in:
    return !is_one_of(comparable(field), assertion.values);
  case AssertOperator::gt:
  case AssertOperator::lt:
    return is_beyond(comparable(field), assertion);
  }
  return true;
}

std::string listed(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) {
    out += (out.empty() ? "" : ", ") + value;
  }
  return out;
}

/// "write one of a, b here": what the assertion wants, where the rule says nothing itself.
std::string advice(const Assertion& assertion) {
  switch (assertion.op) {
  case AssertOperator::exists:
    return "Set " + assertion.path + ".";
  case AssertOperator::does_not_exist:
    return "Remove " + assertion.path + ".";
  case AssertOperator::in:
    return "Set " + assertion.path + " to " + (assertion.values.size() == 1 ? "" : "one of ") +
           listed(assertion.values) + ".";
  case AssertOperator::not_in:
    return "Set " + assertion.path + " to something else than " + listed(assertion.values) + ".";
  case AssertOperator::gt:
    return "Set " + assertion.path + " to a whole number above " + listed(assertion.values) + ".";
  case AssertOperator::lt:
    return "Set " + assertion.path + " to a whole number below " + listed(assertion.values) + ".";
  }
  return {};
}

void check(const CustomRule& rule, const Assertion& assertion, const Field& start, std::size_t skipped, bool partial,
           Report& report) {
  std::vector<Field> found;
  follow(start, std::span(assertion.steps).subspan(skipped), found);
  for (const Field& field : found) {
    if (holds(assertion, field) || (partial && !field)) {
      continue;
    }
    report.add(field, rule.message, rule.help.empty() ? advice(assertion) : rule.help);
  }
}

/// Paths below `pod.`: metadata may stand elsewhere than beside the spec (inline specs), so each half has its own
/// start.
void check_pod(const CustomRule& rule, const Assertion& assertion, const Pod& pod, bool partial, Report& report) {
  const auto& steps = assertion.steps;
  if (steps.size() >= 2 && steps[1] == "spec") {
    check(rule, assertion, pod.spec, 2, partial, report);
  } else if (steps.size() >= 3 && steps[1] == "metadata" && steps[2] == "labels") {
    check(rule, assertion, pod.labels, 3, partial, report);
  } else if (steps.size() >= 3 && steps[1] == "metadata" && steps[2] == "annotations") {
    check(rule, assertion, pod.annotations, 3, partial, report);
  } else if (steps.size() >= 2 && steps[1] == "metadata") {
    check(rule, assertion, pod.metadata, 2, partial, report);
  } else {
    check(rule, assertion, pod.base, 1, partial, report);
  }
}

} // namespace

bool matches(const ObjectMatch& match, const MatchSubject& subject) {
  return has_part(match.namespaces, subject.namespace_) && has_part(match.names, subject.name) &&
         (match.kinds.empty() ||
          std::find(match.kinds.begin(), match.kinds.end(), subject.kind) != match.kinds.end()) &&
         asks_for(match.accelerators, subject.pools);
}

bool allows(const RuleSetting& setting, std::string_view namespace_name, std::string_view name) {
  if (setting.allow.empty()) {
    return false;
  }
  std::string text(namespace_name);
  text.append("/").append(name);
  return has_part(setting.allow, text);
}

bool is_expired(const Exception& exception, Date today) {
  return exception.until && *exception.until < today;
}

bool covers(const Exception& exception, std::string_view code, const MatchSubject& subject, Date today) {
  return std::find(exception.rules.begin(), exception.rules.end(), code) != exception.rules.end() &&
         !is_expired(exception, today) && matches(exception.match, subject);
}

void evaluate(const CustomRule& rule, const Object& object, std::span<const PodAccelerators> accelerators,
              Report& report) {
  MatchSubject subject{object.namespace_, object.name, object.kind, {}};
  for (const PodAccelerators& one : accelerators) {
    const std::vector<const Pool*> pools = one.pools();
    subject.pools.insert(subject.pools.end(), pools.begin(), pools.end());
  }
  if (!matches(rule.match, subject)) {
    return;
  }
  for (const Assertion& assertion : rule.assertions) {
    if (assertion.steps.empty() || assertion.steps[0] != "pod") {
      check(rule, assertion, object.root, 0, object.is_patch, report);
      continue;
    }
    for (std::size_t i = 0; i < object.pods.size(); ++i) {
      const std::vector<const Pool*> pools =
          i < accelerators.size() ? accelerators[i].pools() : std::vector<const Pool*>();
      if (asks_for(rule.match.accelerators, pools)) {
        check_pod(rule, assertion, object.pods[i], object.is_patch || object.pods[i].partial, report);
      }
    }
  }
}

} // namespace gpulint
