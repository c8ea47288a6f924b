// SARIF 2.1.0 (OASIS), as GitHub code scanning and other viewers take it.
//
// Lines and columns count from 1, columns in code points (columnKind); endColumn is the column behind the last
// character (§3.30.8); byteOffset counts from 0. Results are written as they come, so what they refer to (rules,
// artifacts) stands behind them: the order of members means nothing in JSON.
#include "cli/reporters/fingerprint.hpp"
#include "cli/reporters/formats.hpp"
#include "cli/source/paths.hpp"
#include "rules/engine/registry.hpp"

#include <map>

#include <nlohmann/json.hpp>

namespace gpulint::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                                     "sarif-schema-2.1.0.json";
constexpr std::string_view kBase = "%SRCROOT%";

std::string dump(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view level_of(Severity severity) {
  switch (severity) {
  case Severity::error:
    return "error";
  case Severity::warning:
    return "warning";
  case Severity::info:
    break;
  }
  return "note";
}

/// RFC 3986: what isn't unreserved is written by its bytes, so any file name has a URI.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kUnreserved = "-._~/";
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       kUnreserved.find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += "0123456789ABCDEF"[byte >> 4];
      out += "0123456789ABCDEF"[byte & 0xf];
    }
  }
  return out;
}

/// Relative to the working folder where the file lies below it: code scanning wants paths within the repository.
Json location_of(const std::string& path) {
  if (path == "-") {
    return {{"uri", "stdin"}, {"uriBaseId", kBase}};
  }
  const std::string shown = shown_path(absolute_path(path));
  if (shown.starts_with('/')) {
    return {{"uri", "file://" + uri_of(shown)}};
  }
  return {{"uri", uri_of(shown)}, {"uriBaseId", kBase}};
}

Json region_of(const Position& start, const Position& end) {
  return {{"startLine", start.line},  {"startColumn", start.column},
          {"endLine", end.line},      {"endColumn", end.column},
          {"byteOffset", start.byte}, {"byteLength", end.byte < start.byte ? 0 : end.byte - start.byte}};
}

Json text_json(std::string_view text) {
  return {{"text", text}};
}

Json rule_json(std::string_view code, std::string_view name, std::string_view summary, std::string_view rationale,
               std::string_view help, Action action) {
  Json rule = {{"id", code}, {"name", name}, {"shortDescription", text_json(summary)}};
  if (!rationale.empty()) {
    rule["fullDescription"] = text_json(rationale);
  }
  if (!help.empty()) {
    rule["help"] = text_json(help);
  }
  rule["defaultConfiguration"] = {{"enabled", action != Action::off}, {"level", level_of(severity_of(action))}};
  rule["properties"] = {{"tags", {"gpu", "kubernetes"}}};
  return rule;
}

std::string object_name(const ObjectReference& object) {
  std::string name = object.kind;
  name += ' ';
  if (!object.namespace_.empty()) {
    name += object.namespace_ + '/';
  }
  return name + object.name;
}

class SarifReporter final : public Reporter {
public:
  explicit SarifReporter(Output& out) : out_(out) {
    for (const Rule* rule : Registry::builtin().rules()) {
      const RuleInfo& info = rule->info;
      rule_index_.emplace(info.code, rules_.size());
      rules_.push_back(rule_json(info.code, info.name, info.summary, info.rationale, info.help, info.action));
    }
  }

  void begin() override {
    out_.write("{\"$schema\":\"");
    out_.write(kSchema);
    out_.write("\",\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[");
  }

  void file(const FileReport& report) override {
    if (report.result.findings.empty() && report.result.errors.empty()) {
      return;
    }
    Json artifact = location_of(report.path);
    artifact["index"] = artifact_count_++;
    artifacts_ += (artifacts_.empty() ? "\n" : ",\n") + dump({{"location", location_of(report.path)}});

    Fingerprints fingerprints(artifact["uri"].get_ref<const std::string&>());
    for (const Finding& finding : report.result.findings) {
      out_.write(first_ ? "\n" : ",\n");
      first_ = false;
      out_.write(dump(result_json(artifact, finding, report.policy, fingerprints)));
    }
    for (const InputError& error : report.result.errors) {
      notifications_ += (notifications_.empty() ? "\n" : ",\n") + dump(notification_json(artifact, error));
    }
  }

  void end(const Summary& summary) override {
    out_.write("],\n\"artifacts\":[");
    out_.write(artifacts_);
    out_.write("],\n\"invocations\":[{\"executionSuccessful\":");
    out_.write(summary.failures == 0 ? "true" : "false");
    out_.write(",\"toolExecutionNotifications\":[");
    out_.write(notifications_);
    out_.write("]}],\n\"originalUriBaseIds\":");
    out_.write(dump({{kBase, {{"description", text_json("The folder that gpu-lint was run in.")}}}}));
    out_.write(",\n\"tool\":{\"driver\":");
    out_.write(dump(driver_json()));
    out_.write("}}]}\n");
  }

private:
  std::size_t rule_index(const Finding& finding, const Policy* policy) {
    const auto known = rule_index_.find(finding.code);
    if (known != rule_index_.end()) {
      return known->second;
    }
    const std::size_t index = rules_.size();
    rule_index_.emplace(finding.code, index);
    std::string_view summary = finding.rule;
    std::string_view help;
    if (policy != nullptr) {
      for (const CustomRule& custom : policy->custom) {
        if (custom.id == finding.code) {
          summary = custom.message;
          help = custom.help;
        }
      }
    }
    rules_.push_back(rule_json(finding.code, finding.rule, summary, {}, help, finding.action));
    return index;
  }

  Json result_json(const Json& artifact, const Finding& finding, const Policy* policy, Fingerprints& fingerprints) {
    Json location = {
        {"physicalLocation", {{"artifactLocation", artifact}, {"region", region_of(finding.start, finding.end)}}}};
    if (!finding.object.kind.empty()) {
      location["logicalLocations"] = Json::array(
          {{{"name", object_name(finding.object)},
            {"fullyQualifiedName", object_name(finding.object) + (finding.path.empty() ? "" : ' ' + finding.path)},
            {"kind", "resource"}}});
    }
    std::string message = finding.message;
    if (!finding.help.empty()) {
      message += '\n' + finding.help;
    }
    return {{"ruleId", finding.code},
            {"ruleIndex", rule_index(finding, policy)},
            {"level", level_of(finding.severity)},
            {"message", text_json(message)},
            {"locations", Json::array({std::move(location)})},
            {"partialFingerprints", {{"gpuLintFinding/v1", fingerprints.next(finding)}}}};
  }

  static Json notification_json(const Json& artifact, const InputError& error) {
    Json place = {{"artifactLocation", artifact}};
    if (error.has_position) {
      place["region"] = region_of(error.start, error.end);
    }
    return {{"descriptor", {{"id", name_of(error.code)}}},
            {"level", "error"},
            {"message", text_json(error.message)},
            {"locations", Json::array({{{"physicalLocation", std::move(place)}}})}};
  }

  Json driver_json() const {
    Json notifications = Json::array();
    for (const InputErrorCode code : {InputErrorCode::unreadable, InputErrorCode::malformed, InputErrorCode::too_large,
                                      InputErrorCode::bad_policy}) {
      notifications.push_back({{"id", name_of(code)}});
    }
    return {{"name", "gpu-lint"},
            {"version", GPULINT_VERSION},
            {"semanticVersion", GPULINT_VERSION},
            {"notifications", std::move(notifications)},
            {"rules", rules_}};
  }

  Output& out_;
  bool first_ = true;
  Json::array_t rules_;
  std::map<std::string, std::size_t, std::less<>> rule_index_;
  std::size_t artifact_count_ = 0;
  std::string artifacts_;
  std::string notifications_;
};

} // namespace

std::unique_ptr<Reporter> make_sarif_reporter(Output& out, const ReporterOptions&) {
  return std::make_unique<SarifReporter>(out);
}

} // namespace gpulint::cli
