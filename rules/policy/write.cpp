// A policy as YAML that reads to the same policy. Every string is in double quotes: no reader of YAML takes one for
// something else.
#include "rules/policy/load.hpp"
#include "rules/policy/reading.hpp"

#include <array>
#include <cstdio>

namespace gpulint {
namespace policy_file {
namespace {

/// One code point of `text` at `i`, which moves on; bytes that are no UTF-8 become U+FFFD.
char32_t next_code_point(std::string_view text, std::size_t& i) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char lead = byte(i++);
  if (lead < 0x80) {
    return lead;
  }
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC2 ? 1 : 0;
  char32_t point = more == 3 ? lead & 0x07u : more == 2 ? lead & 0x0Fu : lead & 0x1Fu;
  for (int k = 0; k < more; ++k) {
    if (i == text.size() || (byte(i) & 0xC0) != 0x80) {
      return 0xFFFD;
    }
    point = (point << 6) | (byte(i++) & 0x3Fu);
  }
  return more == 0 ? 0xFFFD : point;
}

/// Printable in YAML's sense, and no line break or mark that a reader would change (NEL, LS, PS, BOM).
bool stands_for_itself(char32_t point) {
  return (point >= 0x20 && point < 0x7F && point != '"' && point != '\\') || (point >= 0xA0 && point < 0x2028) ||
         (point > 0x2029 && point < 0xD800) || (point >= 0xE000 && point < 0xFEFF);
}

std::string string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    const char32_t point = next_code_point(text, i);
    if (point == '"' || point == '\\') {
      out += '\\';
      out += static_cast<char>(point);
    } else if (stands_for_itself(point)) {
      out += text.substr(begin, i - begin);
    } else {
      std::array<char, 16> escape{};
      const char* const format = point < 0x100 ? "\\x%02X" : point < 0x10000 ? "\\u%04X" : "\\U%08X";
      out.append(escape.data(), static_cast<std::size_t>(
                                    std::snprintf(escape.data(), escape.size(), format, static_cast<unsigned>(point))));
    }
  }
  return out + '"';
}

std::string string(const Pattern& pattern) {
  return string(pattern.source());
}

template <typename T>
std::string list(const std::vector<T>& items) {
  std::string out = "[";
  for (const T& item : items) {
    out += (out.size() > 1 ? ", " : "") + string(item);
  }
  return out + "]";
}

/// Lines of a block: `indent` spaces, the key, its value already written.
class Block {
public:
  explicit Block(std::string& out) : out_(out) {}

  void line(std::size_t indent, std::string_view key, std::string_view value = {}) {
    out_.append(indent, ' ').append(key).append(value.empty() ? ":" : ": ").append(value) += '\n';
  }
  /// A key of lists of which nothing needs to be said when they are empty.
  template <typename T>
  void list_line(std::size_t indent, std::string_view key, const std::vector<T>& items) {
    if (!items.empty()) {
      line(indent, key, list(items));
    }
  }

private:
  std::string& out_;
};

std::string taint_text(const Taint& taint) {
  return "{key: " + string(taint.key) + (taint.value.empty() ? "" : ", value: " + string(taint.value)) +
         ", effect: " + string(taint.effect) + "}";
}

void write_classes(Block& block, const PoolClasses& classes) {
  block.line(4, "classes");
  block.line(6, "label", string(classes.label));
  for (const DeviceClass& one : classes.classes) {
    block.line(6, string(one.name),
               "{models: " + list(one.models) + (one.fallback.empty() ? "" : ", fallback: " + string(one.fallback)) +
                   "}");
  }
}

void write_signals(Block& block, const PoolSignals& signals) {
  block.line(4, "signals");
  block.line(6, "runtimeClasses", list(signals.runtime_classes));
  block.line(6, "images", list(signals.images));
  block.line(6, "env", list(signals.env));
  block.line(6, "labels", list(signals.labels));
  block.line(6, "nodeLabels", list(signals.node_labels));
}

void write_pool(Block& block, const Pool& pool) {
  block.line(2, "- name", string(pool.name));
  block.line(4, "replace", "true");
  block.line(4, "resources", list(pool.resources));
  std::string taints;
  for (const Taint& taint : pool.taints) {
    taints += (taints.empty() ? "" : ", ") + taint_text(taint);
  }
  block.line(4, "taints", "[" + taints + "]");
  std::string labels;
  for (const auto& [key, value] : pool.node_labels) {
    labels += (labels.empty() ? "" : ", ") + string(key) + ": " + string(value);
  }
  block.line(4, "nodeLabels", "{" + labels + "}");
  if (!pool.classes.label.empty()) {
    write_classes(block, pool.classes);
  }
  write_signals(block, pool.signals);
  if (!pool.runtime_class.empty()) {
    block.line(4, "runtimeClass", string(pool.runtime_class));
  }
}

void write_anti_affinity(Block& block, const AntiAffinity& anti_affinity) {
  block.line(2, "antiAffinity");
  block.line(4, "topologyKey", string(anti_affinity.topology_key));
  block.line(4, "weight", std::to_string(anti_affinity.weight));
  block.line(4, "mode", string(anti_affinity.required ? "required" : "preferred"));
  block.line(4, "minReplicas", std::to_string(anti_affinity.min_replicas));
}

void write_rules(Block& block, const Policy& policy, std::span<const RuleName> rules) {
  if (rules.empty()) {
    return;
  }
  block.line(2, "rules");
  for (const RuleName& rule : rules) {
    const auto setting = policy.rules.find(rule.code);
    const bool is_set = setting != policy.rules.end();
    const Action action = is_set && setting->second.action ? *setting->second.action : rule.default_action;
    const std::string allow = is_set && !setting->second.allow.empty() ? ", allow: " + list(setting->second.allow) : "";
    block.line(4, rule.name, "{action: " + string(name_of(action)) + allow + "}");
  }
}

void write_match(Block& block, const ObjectMatch& match) {
  if (match.namespaces.empty() && match.names.empty() && match.kinds.empty() && match.accelerators.empty()) {
    return;
  }
  block.line(4, "match");
  block.list_line(6, "namespaces", match.namespaces);
  block.list_line(6, "names", match.names);
  block.list_line(6, "kinds", match.kinds);
  block.list_line(6, "accelerators", match.accelerators);
}

std::string_view operator_name(AssertOperator op) {
  switch (op) {
  case AssertOperator::in:
    return "In";
  case AssertOperator::not_in:
    return "NotIn";
  case AssertOperator::exists:
    return "Exists";
  case AssertOperator::does_not_exist:
    return "DoesNotExist";
  case AssertOperator::gt:
    return "Gt";
  case AssertOperator::lt:
    return "Lt";
  }
  return "";
}

void write_custom(Block& block, const std::vector<CustomRule>& rules) {
  if (!rules.empty()) {
    block.line(2, "custom");
  }
  for (const CustomRule& rule : rules) {
    block.line(2, "- id", string(rule.id));
    block.line(4, "name", string(rule.name));
    block.line(4, "action", string(name_of(rule.action)));
    write_match(block, rule.match);
    block.line(4, "assert");
    for (const Assertion& assertion : rule.assertions) {
      block.line(4, "- path", string(assertion.path));
      block.line(6, "operator", string(operator_name(assertion.op)));
      block.list_line(6, "values", assertion.values);
    }
    block.line(4, "message", string(rule.message));
    if (!rule.help.empty()) {
      block.line(4, "help", string(rule.help));
    }
  }
}

void write_exceptions(Block& block, const std::vector<Exception>& exceptions) {
  if (!exceptions.empty()) {
    block.line(2, "exceptions");
  }
  for (const Exception& exception : exceptions) {
    block.line(2, "- rules", list(exception.rules));
    write_match(block, exception.match);
    block.line(4, "reason", string(exception.reason));
    if (exception.until) {
      block.line(4, "until", string(date_text(*exception.until)));
    }
  }
}

} // namespace
} // namespace policy_file

std::string policy_yaml(const Policy& policy, std::span<const RuleName> rules) {
  using namespace policy_file;
  std::string out;
  Block block(out);
  block.line(0, "apiVersion", "gpu-lint.dev/v1");
  block.line(0, "kind", "Policy");
  if (!policy.name.empty()) {
    block.line(0, "metadata", "{name: " + string(policy.name) + "}");
  }
  block.line(0, "spec");
  if (!policy.presets.empty()) {
    out += "  # With these presets applied: " + list(policy.presets) + "\n";
  }
  block.line(2, "pools");
  for (const Pool& pool : policy.pools) {
    write_pool(block, pool);
  }
  write_anti_affinity(block, policy.anti_affinity);
  write_rules(block, policy, rules);
  write_custom(block, policy.custom);
  write_exceptions(block, policy.exceptions);
  block.line(2, "systemNamespaces", list(policy.system_namespaces));
  block.line(2, "schedulers", list(policy.schedulers));
  if (!policy.workload_rows.empty()) {
    block.line(2, "workloads");
    for (const std::string& row : policy.workload_rows) {
      out += "  - " + row + "\n";
    }
  }
  return out;
}

} // namespace gpulint
