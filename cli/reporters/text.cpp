// For people: where, what, the line itself with carets, and what to write instead.
#include "cli/terminal/text.hpp"

#include "cli/reporters/excerpt.hpp"
#include "cli/reporters/formats.hpp"

namespace gpulint::cli {
namespace {

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kBlue = "\x1b[1;34m";
constexpr std::string_view kCyan = "\x1b[36m";

std::string_view color_of(Severity severity) {
  switch (severity) {
  case Severity::error:
    return kRed;
  case Severity::warning:
    return kYellow;
  case Severity::info:
    break;
  }
  return kBlue;
}

class TextReporter final : public Reporter {
public:
  TextReporter(Output& out, const ReporterOptions& options) : out_(out), color_(options.color) {}

  void begin() override {}

  void file(const FileReport& report) override {
    if (report.result.findings.empty() && report.result.errors.empty()) {
      return;
    }
    const std::string path = printable(report.path);
    for (const InputError& error : report.result.errors) {
      head(path, error.has_position ? &error.start : nullptr);
      paint(kRed, "error");
      block_ += ' ';
      block_ += name_of(error.code);
      block_ += ": ";
      append_printable(block_, error.message);
      block_ += '\n';
      if (error.has_position) {
        excerpt(make_excerpt(error.excerpt, error.start, error.end, error.excerpt_column), error.start,
                Severity::error);
      }
      out_.write(block_);
    }
    for (const Finding& finding : report.result.findings) {
      show(path, finding);
    }
  }

  void end(const Summary&) override {}

private:
  void show(const std::string& path, const Finding& finding) {
    head(path, &finding.start);
    paint(color_of(finding.severity), name_of(finding.severity));
    block_ += ' ';
    append_printable(block_, finding.code);
    block_ += ' ';
    std::string rule;
    append_printable(rule, finding.rule);
    paint(kBold, rule);
    block_ += ": ";
    append_printable(block_, finding.message);
    block_ += '\n';
    excerpt(make_excerpt(finding.excerpt, finding.start, finding.end, finding.excerpt_column), finding.start,
            finding.severity);
    if (!finding.help.empty()) {
      block_ += "  ";
      paint(kCyan, "help:");
      block_ += ' ';
      append_printable(block_, finding.help);
      block_ += '\n';
    }
    out_.write(block_);
  }

  void head(const std::string& path, const Position* position) {
    block_.clear();
    std::string place = path;
    if (position != nullptr) {
      place += ':' + std::to_string(position->line) + ':' + std::to_string(position->column);
    }
    paint(kBold, place);
    block_ += ": ";
  }

  void excerpt(const Excerpt& shown, const Position& start, Severity severity) {
    if (shown.source.find_first_not_of(' ') == std::string::npos) {
      return;
    }
    const std::string number = std::to_string(start.line);
    const std::string gutter(number.size() < 5 ? 5 - number.size() : 0, ' ');
    paint(kBlue, gutter + number + " |");
    block_ += ' ' + shown.source + '\n';
    if (!shown.carets.empty()) {
      const std::size_t indent = shown.carets.find('^');
      paint(kBlue, std::string(gutter.size() + number.size(), ' ') + " |");
      block_.append(indent + 1, ' ');
      paint(color_of(severity), std::string_view(shown.carets).substr(indent));
      block_ += '\n';
    }
  }

  void paint(std::string_view color, std::string_view text) {
    block_ += color_ ? color : std::string_view();
    block_ += text;
    block_ += color_ ? kReset : std::string_view();
  }

  Output& out_;
  bool color_;
  std::string block_;
};

} // namespace

std::unique_ptr<Reporter> make_text_reporter(Output& out, const ReporterOptions& options) {
  return std::make_unique<TextReporter>(out, options);
}

} // namespace gpulint::cli
