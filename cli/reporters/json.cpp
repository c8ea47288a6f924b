// The JSON report: a contract. Fields may be added; none is ever taken away, renamed or given another meaning.
//
// Lines and columns count from 1, columns in code points; bytes count from 0; ranges are half open.
#include "cli/reporters/formats.hpp"

#include <nlohmann/json.hpp>

namespace gpulint::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Bytes that aren't UTF-8 become U+FFFD.
std::string dump(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json position_json(const Position& position) {
  return {{"line", position.line}, {"column", position.column}, {"byte", position.byte}};
}

Json range_json(const Position& start, const Position& end) {
  return {{"start", position_json(start)}, {"end", position_json(end)}};
}

Json finding_json(const std::string& path, const Finding& finding) {
  const ObjectReference& object = finding.object;
  return {{"code", finding.code},
          {"rule", finding.rule},
          {"severity", name_of(finding.severity)},
          {"action", name_of(finding.action)},
          {"message", finding.message},
          {"help", finding.help},
          {"file", path},
          {"document", finding.document},
          {"object",
           {{"apiVersion", object.api_version},
            {"kind", object.kind},
            {"namespace", object.namespace_},
            {"name", object.name}}},
          {"path", finding.path},
          {"range", range_json(finding.start, finding.end)},
          {"fixable", finding.fixable}};
}

Json error_json(const std::string& path, const InputError& error) {
  Json json = {{"code", name_of(error.code)}, {"message", error.message}, {"file", path}, {"range", nullptr}};
  if (error.has_position) {
    json["range"] = range_json(error.start, error.end);
  }
  return json;
}

class JsonReporter final : public Reporter {
public:
  explicit JsonReporter(Output& out) : out_(out) {}

  void begin() override {
    out_.write("{\"version\":1,\"tool\":{\"name\":\"gpu-lint\",\"version\":\"" GPULINT_VERSION "\"},\n\"findings\":[");
  }

  void file(const FileReport& report) override {
    for (const Finding& finding : report.result.findings) {
      out_.write(first_ ? "\n" : ",\n");
      first_ = false;
      out_.write(dump(finding_json(report.path, finding)));
    }
    for (const InputError& error : report.result.errors) {
      errors_ += errors_.empty() ? "\n" : ",\n";
      errors_ += dump(error_json(report.path, error));
    }
  }

  void end(const Summary& summary) override {
    out_.write("],\n\"errors\":[");
    out_.write(errors_);
    out_.write("],\n\"summary\":");
    out_.write(dump({{"files", summary.files},
                     {"objects", summary.objects},
                     {"pods", summary.pods},
                     {"error", summary.error},
                     {"warning", summary.warning},
                     {"info", summary.info},
                     {"suppressed", summary.suppressed}}));
    out_.write("}\n");
  }

private:
  Output& out_;
  bool first_ = true;
  std::string errors_; ///< they stand behind all findings
};

} // namespace

std::unique_ptr<Reporter> make_json_reporter(Output& out, const ReporterOptions&) {
  return std::make_unique<JsonReporter>(out);
}

} // namespace gpulint::cli
