// Our matching of ignore patterns against git's own, on random patterns over a small alphabet.
#include "cli/source/walk.hpp"
#include "test/cli/process.hpp"
#include "test/unit/cli_temporary_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

using namespace gpulint::cli;

namespace {

std::string random_pattern(std::mt19937& random) {
  static constexpr const char* kPieces[] = {"a", "b",    "ab",   "*",      "**",  "?",     "/",
                                            "/", "[ab]", "[!a]", "[^b-z]", "\\a", ".yaml", "*.yaml"};
  const auto below = [&](std::size_t bound) { return random() % bound; };
  std::string pattern = below(4) == 0 ? "!" : "";
  for (std::size_t i = 0, count = 1 + below(5); i < count; ++i) {
    pattern += kPieces[below(std::size(kPieces))];
  }
  return pattern;
}

} // namespace

TEST_CASE("walks leave out what git would", "[cli]") {
  if (run({.arguments = {"--version"}, .program = "git"}).code != 0) {
    WARN("git isn't installed");
    return;
  }
  const TemporaryFolder folder;
  REQUIRE(run({.arguments = {"init", "-q"}, .folder = folder.path(), .program = "git"}).code == 0);
  std::vector<std::string> files;
  for (const std::string first : {"", "a/", "b/", "ab/", "a/b/", "a/a/", "b/ab/", "a/b/a/"}) {
    for (const char* name : {"a.yaml", "b.yaml", "ab.yaml", "b.a.yaml"}) {
      files.push_back(first + name);
      folder.write(files.back());
    }
  }
  const char* const chosen = std::getenv("GPULINT_SEED");
  const unsigned seed = chosen == nullptr ? 20'240'601u : static_cast<unsigned>(std::strtoul(chosen, nullptr, 10));
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    std::string patterns;
    for (std::size_t i = 0, count = 1 + random() % 4; i < count; ++i) {
      patterns += random_pattern(random) + '\n';
    }
    folder.write(".gitignore", patterns);
    const bool nested = random() % 2 == 0;
    folder.write("a/.gitignore", nested ? random_pattern(random) + '\n' : "");

    Start list;
    list.program = "git";
    list.arguments = {"ls-files", "--others", "--exclude-standard", "--", "*.yaml"};
    list.folder = folder.path();
    std::istringstream lines(run(list).out);
    std::set<std::string> expected;
    for (std::string line; std::getline(lines, line);) {
      expected.insert(line);
    }
    Walk walk({folder.path()}, {});
    std::set<std::string> got;
    while (const auto input = walk.next()) {
      got.insert(input->path.substr(folder.path().size() + 1));
    }
    INFO("seed " << seed << ", patterns:\n" << patterns << "a/.gitignore:\n" << (nested ? "yes" : "no"));
    REQUIRE(got == expected);
  }
}
