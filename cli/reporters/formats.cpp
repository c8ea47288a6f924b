#include "cli/reporters/formats.hpp"

#include <algorithm>
#include <iterator>

namespace gpulint::cli {
namespace {

constexpr Format kFormats[] = {
    {"text", make_text_reporter, true},
    {"json", make_json_reporter},
    {"sarif", make_sarif_reporter},
};

} // namespace

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  std::ranges::transform(kFormats, std::back_inserter(names), &Format::name);
  return names;
}

const Format* find_format(std::string_view name) {
  const auto* const found = std::ranges::find(kFormats, name, &Format::name);
  return found == std::end(kFormats) ? nullptr : found;
}

void Summary::add(const FileResult& result) {
  objects += result.objects;
  pods += result.pods;
  suppressed += result.suppressed;
  failures += result.errors.size();
  for (const Finding& finding : result.findings) {
    switch (finding.severity) {
    case Severity::error:
      ++error;
      break;
    case Severity::warning:
      ++warning;
      break;
    case Severity::info:
      ++info;
      break;
    }
  }
}

} // namespace gpulint::cli
