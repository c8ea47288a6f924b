// Real manifests against a reviewed list: every error that we report on them was read by someone against what is known
// of Kubernetes, and so was every file that is refused. A change shows as a difference.
//
//   corpus_test FOLDER REVIEWED    REVIEWED: lines of file, code or "refused", path or position, verdict
#include "rules/engine/check.hpp"
#include "test/support/files.hpp"

#include <iostream>
#include <set>
#include <sstream>

using namespace gpulint;

namespace {

using Line = std::string; // "file<TAB>code<TAB>path", the verdict left out

std::set<Line> reviewed_lines(const std::filesystem::path& path) {
  std::set<Line> lines;
  std::istringstream in(test::read_file(path));
  for (std::string line; std::getline(in, line);) {
    const std::size_t verdict = line.rfind('\t');
    if (!line.starts_with('#') && verdict != std::string::npos && verdict + 1 < line.size()) {
      lines.insert(line.substr(0, verdict));
    }
  }
  return lines;
}

bool is_manifest(const std::filesystem::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml" || path.extension() == ".json";
}

std::string as_text(const FileResult& result) {
  std::string out;
  for (const Finding& finding : result.findings) {
    out += std::string(finding.code) + finding.path + finding.message + std::to_string(finding.start.byte) + "\n";
  }
  return out;
}

int report(const std::set<Line>& lines, const std::set<Line>& other, const char* what) {
  int count = 0;
  for (const Line& line : lines) {
    if (!other.contains(line)) {
      std::cout << what << ": " << line << '\n';
      ++count;
    }
  }
  return count;
}

} // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: corpus_test FOLDER REVIEWED\n";
    return 2;
  }
  const std::filesystem::path folder = words[1];
  const Checker checker(Registry::builtin(), default_policy(Registry::builtin().names()),
                        {.select = {}, .ignore = {}, .suppressions = true, .today = std::chrono::year(2026) / 12 / 1});
  std::set<Line> found;
  int files = 0;
  int faults = 0;
  for (const auto& path : test::files_below(folder)) {
    if (!is_manifest(path)) {
      continue;
    }
    ++files;
    const std::string name = std::filesystem::relative(path, folder).string();
    const std::string text = test::read_file(path);
    const FileResult result = checker.check(text);
    if (as_text(result) != as_text(checker.check(text))) {
      std::cout << "not the same twice: " << name << '\n';
      ++faults;
    }
    for (const InputError& error : result.errors) {
      found.insert(name + "\trefused\t" + std::to_string(error.start.line) + ":" + std::to_string(error.start.column));
    }
    for (const Finding& finding : result.findings) {
      if (finding.severity == Severity::error) {
        found.insert(name + "\t" + std::string(finding.code) + "\t" + finding.path);
      }
    }
  }
  const std::set<Line> reviewed = reviewed_lines(words[2]);
  faults += report(found, reviewed, "not reviewed");
  faults += report(reviewed, found, "reviewed, and gone");
  std::cout << files << " files, " << found.size() << " errors and refusals, " << faults
            << " differences from the reviewed list\n";
  return faults == 0 && files > 0 ? 0 : 1;
}
