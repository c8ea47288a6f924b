#include "cli/reporters/rule_json.hpp"

#include <nlohmann/json.hpp>

namespace gpulint::cli {

std::string rules_json(std::span<const Rule* const> rules) {
  std::string out = "[";
  for (const Rule* rule : rules) {
    const RuleInfo& info = rule->info;
    const nlohmann::ordered_json json = {{"code", info.code},
                                         {"name", info.name},
                                         {"summary", info.summary},
                                         {"rationale", info.rationale},
                                         {"help", info.help},
                                         {"action", name_of(info.action)},
                                         {"severity", name_of(severity_of(info.action))},
                                         {"since", info.since},
                                         {"bad", info.bad},
                                         {"good", info.good},
                                         {"policy", info.policy},
                                         {"fields", info.fields},
                                         {"references", info.references}};
    out += out.size() == 1 ? "\n" : ",\n";
    out += json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  }
  return out + "\n]\n";
}

} // namespace gpulint::cli
