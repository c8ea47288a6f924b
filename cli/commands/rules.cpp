// `rules` lists, `rule` explains: all from the rules' own metadata.
#include "cli/commands/program.hpp"
#include "cli/reporters/rule_json.hpp"
#include "cli/terminal/text.hpp"
#include "rules/engine/registry.hpp"

#include <algorithm>

namespace gpulint::cli {
namespace {

bool wants_json(const Arguments& arguments) {
  return arguments.last("--format") == "json";
}

void append_padded(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  out.append(text.size() < width ? width - text.size() : 0, ' ');
}

void append_indented(std::string& out, std::string_view text) {
  while (text.starts_with('\n')) {
    text.remove_prefix(1);
  }
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) {
      out += "    ";
      out += text.substr(0, end);
    }
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void append_section(std::string& out, std::string_view title, std::string_view text) {
  if (!text.empty()) {
    out += '\n';
    out += title;
    out += ":\n";
    append_indented(out, text);
  }
}

std::string explain(const RuleInfo& info) {
  std::string out = std::string(info.code) + ' ' + std::string(info.name) + '\n';
  out += info.summary;
  out += "\n\nIn the built-in policy: ";
  out += name_of(info.action);
  if (info.action != Action::off) {
    out += " (severity ";
    out += name_of(severity_of(info.action));
    out += ')';
  }
  out += ". Since version ";
  out += info.since;
  out += ".\n";
  append_section(out, "Why it hurts", info.rationale);
  append_section(out, "What to write", info.help);
  append_section(out, "Bad", info.bad);
  append_section(out, "Good", info.good);
  const auto list = [&](std::string_view title, const std::vector<std::string_view>& items) {
    std::string lines;
    for (const std::string_view item : items) {
      lines += item;
      lines += '\n';
    }
    append_section(out, title, lines);
  };
  list("Looks at", info.fields);
  list("References", info.references);
  return out;
}

} // namespace

ExitCode run_rules(const Arguments& arguments, Surroundings& surroundings) {
  const auto rules = Registry::builtin().rules();
  if (wants_json(arguments)) {
    surroundings.out.write(rules_json(rules));
    return ExitCode::clean;
  }
  std::size_t name_width = 0;
  for (const Rule* rule : rules) {
    name_width = std::max(name_width, rule->info.name.size());
  }
  for (const Rule* rule : rules) {
    std::string line;
    append_padded(line, rule->info.code, 8);
    append_padded(line, rule->info.name, name_width + 2);
    append_padded(line, name_of(rule->info.action), 8);
    line += rule->info.summary;
    surroundings.out.write(line + '\n');
  }
  return ExitCode::clean;
}

ExitCode run_rule(const Arguments& arguments, Surroundings& surroundings) {
  const Registry& registry = Registry::builtin();
  std::vector<const Rule*> rules;
  for (const std::string& name : arguments.operands()) {
    const Rule* const rule = registry.find(name);
    if (rule == nullptr) {
      const std::string_view nearest = registry.nearest(name);
      complain(surroundings, "no rule is called `" + printable(name) + '`' +
                                 (nearest.empty() ? "; `gpu-lint rules` lists them"
                                                  : ", did you mean `" + std::string(nearest) + "`?"));
      return ExitCode::bad_input;
    }
    rules.push_back(rule);
  }
  if (wants_json(arguments)) {
    surroundings.out.write(rules_json(rules));
    return ExitCode::clean;
  }
  for (const Rule* rule : rules) {
    surroundings.out.write((rule == rules.front() ? "" : "\n") + explain(rule->info));
  }
  return ExitCode::clean;
}

} // namespace gpulint::cli
