#include "test/support/case.hpp"

#include "test/support/files.hpp"

#include <sstream>

#include <catch2/catch.hpp>

namespace gpulint::test {
namespace {

std::string quoted_part(std::string_view text) {
  const std::size_t begin = text.find('"');
  const std::size_t end = text.rfind('"');
  return begin == std::string_view::npos || end <= begin ? std::string()
                                                         : std::string(text.substr(begin + 1, end - begin - 1));
}

std::string word_at(std::string_view text, std::size_t at) {
  const std::size_t begin = text.find_first_not_of(' ', at);
  return begin == std::string_view::npos ? std::string()
                                         : std::string(text.substr(begin, text.find_first_of(" \r\n:", begin) - begin));
}

// Marks of one line: "# expect GPU101 "words"", or "# expect@12 GPU101".
void read_mark(std::string_view line, std::uint32_t number, Case& out) {
  if (const std::size_t severity = line.find("# severity:"); severity != std::string_view::npos) {
    out.severity = word_at(line, severity + 11);
  }
  std::size_t at = line.find("# expect");
  while (at != std::string_view::npos) {
    const std::size_t next = line.find("# expect", at + 8);
    std::string_view mark = line.substr(at + 8, next == std::string_view::npos ? next : next - at - 8);
    ExpectedFinding expected{number, {}, quoted_part(mark)};
    if (mark.starts_with('@')) {
      expected.line = static_cast<std::uint32_t>(std::stoul(std::string(mark.substr(1))));
      mark.remove_prefix(mark.find(' '));
    }
    expected.code = word_at(mark, 0);
    out.expected.push_back(expected);
    at = next;
  }
}

} // namespace

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  const std::filesystem::path root = std::filesystem::path(GPULINT_TEST_DIR) / "cases";
  for (const auto& path : files_below(root)) {
    const std::string name = path.filename().string();
    const bool fails = name.starts_with("fail.");
    if (path.parent_path() == root || (!fails && !name.starts_with("pass."))) {
      continue;
    }
    Case out{path, path.parent_path().filename().string(), fails, read_file(path), {}, {}, {}};
    out.policy = read_file(path.parent_path() / ("policy." + name.substr(5)));
    std::istringstream lines(out.text);
    std::uint32_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      read_mark(line, ++number, out);
    }
    cases.push_back(std::move(out));
  }
  return cases;
}

std::shared_ptr<const Policy> policy_of(const std::string& text, const std::string& name) {
  const auto names = Registry::builtin().names();
  if (text.empty()) {
    return default_policy(names);
  }
  auto policy = load_policy(text, name, names);
  if (!policy) {
    FAIL(policy.error().front().text());
  }
  // Findings of custom rules name them by views into the policy: keep it for as long as tests look at findings.
  static std::vector<std::shared_ptr<const Policy>> kept;
  kept.push_back(*policy);
  return *policy;
}

std::vector<Finding> findings_of(const std::string& text, const std::shared_ptr<const Policy>& policy,
                                 std::string_view code) {
  CheckOptions options;
  options.today = std::chrono::year(2026) / 12 / 1;
  const Rule* rule = Registry::builtin().find(code);
  if (rule != nullptr && !rule->by_engine) {
    options.select = {std::string(code)}; // what the run itself finds depends on the other rules
  }
  auto findings = Checker(Registry::builtin(), policy, options).check(text).findings;
  std::erase_if(findings, [&](const Finding& finding) { return finding.code != code; });
  return findings;
}

} // namespace gpulint::test
