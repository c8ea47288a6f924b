// How results become a report: one interface, and one file for each format.
#pragma once

#include "cli/output.hpp"
#include "rules/engine/check.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace gpulint::cli {

/// One input of a run, in the order of the report.
struct FileReport {
  std::string path; ///< as the user named it; may hold any bytes
  FileResult result;
  const Policy* policy = nullptr; ///< where custom rules of the findings stand; nullptr where no policy was used
};

struct Summary {
  std::size_t files = 0; ///< inputs, those that can't be read included
  std::size_t objects = 0;
  std::size_t pods = 0;
  std::size_t error = 0;
  std::size_t warning = 0;
  std::size_t info = 0;
  std::size_t suppressed = 0;
  std::size_t failures = 0;    ///< what stands in `errors`
  std::size_t not_checked = 0; ///< files whose policy has mistakes

  void add(const FileResult& result);
};

/// Called in this order: begin, file for each input that has anything to tell or not, end. Results are written as they
/// come; a reporter keeps nothing that grows with the number of clean files.
class Reporter {
public:
  virtual ~Reporter() = default;
  virtual void begin() = 0;
  virtual void file(const FileReport& report) = 0;
  virtual void end(const Summary& summary) = 0;
};

struct ReporterOptions {
  bool color = false;
};

} // namespace gpulint::cli
