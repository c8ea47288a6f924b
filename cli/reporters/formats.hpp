// The table of report formats.
#pragma once

#include "cli/reporters/reporter.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace gpulint::cli {

struct Format {
  std::string_view name;
  std::unique_ptr<Reporter> (*make)(Output& out, const ReporterOptions& options);
  bool for_people = false; ///< shows errors in the input where someone reads them
};

std::vector<std::string_view> format_names();
const Format* find_format(std::string_view name);

std::unique_ptr<Reporter> make_text_reporter(Output& out, const ReporterOptions& options);
std::unique_ptr<Reporter> make_json_reporter(Output& out, const ReporterOptions& options);
std::unique_ptr<Reporter> make_sarif_reporter(Output& out, const ReporterOptions& options);

} // namespace gpulint::cli
