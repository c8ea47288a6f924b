#include "rules/engine/registry.hpp"

#include <algorithm>
#include <cctype>

namespace gpulint {
namespace {

bool is_code(std::string_view code) {
  return code.size() == 6 && code.starts_with("GPU") &&
         std::all_of(code.begin() + 3, code.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_rule_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
  });
}

// What is wrong with a rule's own texts; empty if nothing is.
std::string fault_of(const Rule& rule) {
  const RuleInfo& info = rule.info;
  const int checks =
      (rule.check_pod != nullptr) + (rule.check_object != nullptr) + (rule.check_document != nullptr) + rule.by_engine;
  if (!is_code(info.code)) {
    return "the code must be GPU and three digits";
  }
  if (!is_rule_name(info.name)) {
    return "the name must be lower-case words joined by hyphens";
  }
  if (info.summary.empty() || info.rationale.empty() || info.help.empty() || info.bad.empty() || info.good.empty()) {
    return "summary, rationale, help, bad and good are all needed";
  }
  return checks == 1 ? "" : "exactly one check must be set";
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::toupper(x) == std::toupper(y); });
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

} // namespace

tl::expected<Registry, std::string> Registry::make(std::vector<const Rule*> rules) {
  std::sort(rules.begin(), rules.end(), [](const Rule* a, const Rule* b) { return a->info.code < b->info.code; });
  Registry out;
  for (const Rule* rule : rules) {
    const std::string fault = fault_of(*rule);
    if (!fault.empty()) {
      return tl::unexpected("rule " + std::string(rule->info.code) + ": " + fault);
    }
    const bool taken = std::any_of(out.rules_.begin(), out.rules_.end(), [&](const Rule* other) {
      return other->info.code == rule->info.code || other->info.name == rule->info.name;
    });
    if (taken) {
      return tl::unexpected("rule " + std::string(rule->info.code) + " " + std::string(rule->info.name) +
                            ": code or name is taken");
    }
    out.rules_.push_back(rule);
    out.names_.push_back({rule->info.code, rule->info.name, rule->info.action});
  }
  return out;
}

const Registry& Registry::builtin() {
  static const Registry registry = [] {
    // A faulty list is a bug that the registry's test names; the program then has no rules rather than wrong ones.
    return make(catalogue()).value_or(Registry());
  }();
  return registry;
}

const Rule* Registry::find(std::string_view code_or_name) const {
  const auto found = std::find_if(rules_.begin(), rules_.end(), [&](const Rule* rule) {
    return equal_ignoring_case(rule->info.code, code_or_name) || rule->info.name == code_or_name;
  });
  return found == rules_.end() ? nullptr : *found;
}

std::vector<std::string_view> Registry::select(std::string_view selector) const {
  if (const Rule* rule = find(selector)) {
    return {rule->info.code};
  }
  std::vector<std::string_view> codes;
  if (!starts_with_ignoring_case(selector, "GPU")) {
    return codes;
  }
  for (const Rule* rule : rules_) {
    if (starts_with_ignoring_case(rule->info.code, selector)) {
      codes.push_back(rule->info.code);
    }
  }
  return codes;
}

std::string_view Registry::nearest(std::string_view wrong) const {
  std::vector<std::string_view> known;
  for (const RuleName& name : names_) {
    known.push_back(name.name);
    known.push_back(name.code);
  }
  return nearest_name(wrong, known).value_or(std::string_view());
}

} // namespace gpulint
