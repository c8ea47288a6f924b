// Whole reports, compared byte by byte. To take over what gpu-lint prints now:
//   cmake --build build/dev --target update-goldens
// and review the difference.
#include "test/cli/process.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace gpulint::cli;

namespace {

const std::filesystem::path kFolder = GPULINT_GOLDENS;

// The rules that the inputs are about, so that a new rule elsewhere doesn't touch the goldens.
constexpr const char* kRules = "GPU101,GPU103,GPU201,GPU301";

std::map<std::string, std::vector<std::string>> goldens() {
  const auto check = [](std::vector<std::string> more) {
    std::vector<std::string> words = {"check", "--quiet", "--select", kRules};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  return {
      {"check.txt", check({})},
      {"check.color.txt", check({"--color", "always", "one.yaml"})},
      {"check.json", check({"--format", "json"})},
      {"check.sarif", check({"--format", "sarif"})},
      {"clean.json", check({"--format", "json", "clean.yaml"})},
      {"clean.sarif", check({"--format", "sarif", "clean.yaml"})},
      {"help.txt", {"--help"}},
      {"help.policy-show.txt", {"policy", "show", "--help"}},
  };
}

/// The rules' own texts are tested where they are written.
std::string without_rules(std::string text) {
  const std::string begin = "\"rules\":[";
  const std::size_t at = text.find(begin);
  return at == std::string::npos ? text
                                 : text.replace(at + begin.size(), text.rfind("]}}}]}") - at - begin.size(), "...");
}

std::string slurp(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

TEST_CASE("reports are as the goldens say", "[cli][golden]") {
  const bool update = std::getenv("GPULINT_UPDATE_GOLDENS") != nullptr;
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.is_regular_file()) {
      found.insert(entry.path().filename());
    }
  }
  for (const auto& [name, arguments] : goldens()) {
    CAPTURE(name);
    const Ended ended = lint(arguments, kFolder / "input");
    const std::string out = without_rules(ended.out);
    REQUIRE_FALSE(out.empty());
    if (update) {
      std::ofstream(kFolder / name, std::ios::binary) << out;
    } else {
      CHECK(found.contains(name));
      CHECK(slurp(kFolder / name) == out);
    }
    found.erase(name);
  }
  for (const std::string& extra : found) {
    if (update) {
      std::filesystem::remove(kFolder / extra);
    } else {
      FAIL_CHECK("no test makes the golden " << extra);
    }
  }
}
