// The completion scripts, in the shells they are for; a shell that isn't installed is left out, bash has to be there.
#include "test/cli/process.hpp"
#include "test/unit/cli_temporary_folder.hpp"

#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>

using namespace gpulint::cli;

namespace {

bool is_installed(const std::string& shell) {
  return run({.arguments = {"-c", "true"}, .program = shell}).code == 0;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    out.push_back(line);
  }
  return out;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Bash {
public:
  Bash() {
    folder_.write("completion.bash", lint({"completion", "bash"}).out);
    folder_.write("manifest.yaml");
    folder_.folder("deploy");
  }

  /// What bash offers for a line, taken apart as readline does it: at blanks and at `=`.
  std::vector<std::string> complete(std::vector<std::string> words) const {
    std::string script = "set -eu; source ./completion.bash; complete -p gpu-lint >/dev/null\nCOMP_WORDS=(gpu-lint";
    for (const std::string& word : words) {
      script += " '" + word + '\'';
    }
    script += ")\nCOMP_CWORD=" + std::to_string(words.size()) +
              "\nset +e\n_gpu_lint\nfor word in \"${COMPREPLY[@]}\"; do echo \"$word\"; done\n";
    const Ended ended = run({.arguments = {"--norc", "-c", script}, .folder = folder_.path(), .program = "bash"});
    INFO(ended.err);
    CHECK(ended.code == 0);
    CHECK(ended.err.empty());
    return lines(ended.out);
  }

private:
  TemporaryFolder folder_;
};

} // namespace

TEST_CASE("bash completes commands, options and values", "[cli]") {
  const Bash bash;
  using Words = std::vector<std::string>;
  CHECK(bash.complete({"ch"}) == Words{"check"});
  CHECK(has(bash.complete({""}), "policy"));
  CHECK(has(bash.complete({""}), "manifest.yaml"));
  CHECK(bash.complete({"policy", ""}) == Words{"show", "check", "schema"});
  CHECK(bash.complete({"policy", "show", "--po"}) == Words{"--policy"});
  CHECK(bash.complete({"completion", "z"}) == Words{"zsh"});

  CHECK(bash.complete({"--fail"}) == Words{"--fail-on"});
  CHECK(bash.complete({"check", "--fail-on", "w"}) == Words{"warning"});
  CHECK(bash.complete({"--fail-on", "w"}) == Words{"warning"});
  CHECK(bash.complete({"lint", "--fail-on", "=", "w"}) == Words{"warning"});
  CHECK(bash.complete({"check", "--fail-on", "="}) == Words{"error", "warning", "info", "never"});
  CHECK(bash.complete({"check", "--color", "a"}) == Words{"auto", "always"});
  CHECK(bash.complete({"check", "-f", "s"}) == Words{"sarif"});
  CHECK(bash.complete({"check", "--format", "="}) == Words{"text", "json", "sarif"});
  CHECK(bash.complete({"check", "--format", "json", "=", "mani"}) == Words{"manifest.yaml"});
  CHECK(bash.complete({"check", "--format", "=", "json", "=", "mani"}) == Words{"manifest.yaml"});

  CHECK(bash.complete({"rule", "gpu-limit-m"}) == Words{"gpu-limit-missing"});
  CHECK(bash.complete({"check", "--select", "GPU101,gpu-limit-m"}) == Words{"GPU101,gpu-limit-missing"});
  CHECK(has(bash.complete({"check", "--ignore", "="}), "GPU101"));

  CHECK(bash.complete({"check", "mani"}) == Words{"manifest.yaml"});
  CHECK(bash.complete({"check", "--quiet", "dep"}) == Words{"deploy"});
  CHECK(bash.complete({"check", "--", "mani"}) == Words{"manifest.yaml"});
  CHECK(bash.complete({"--policy", "mani"}) == Words{"manifest.yaml"});
  CHECK(bash.complete({"version", "mani"}).empty());
}

TEST_CASE("the scripts of zsh and fish are read by their shells", "[cli]") {
  const TemporaryFolder folder;
  for (const std::string shell : {"zsh", "fish"}) {
    const Ended script = lint({"completion", shell});
    CHECK(script.code == 0);
    CHECK(script.out.find("gpu-limit-missing") != std::string::npos);
    if (is_installed(shell)) {
      const std::string file = folder.write("script." + shell, script.out);
      const Ended read = run({.arguments = {"-n", file}, .program = shell});
      CHECK(read.err.empty());
      CHECK(read.code == 0);
    }
  }
  if (is_installed("fish")) {
    const std::string file = folder.path("script.fish");
    const auto complete = [&](const std::string& line) {
      return run({.arguments = {"-N", "-c", "source " + file + "; complete -C '" + line + "'"},
                  .folder = folder.path(),
                  .program = "fish"})
          .out;
    };
    CHECK(complete("gpu-lint ch").starts_with("check\t"));
    CHECK(complete("gpu-lint check --fail-on w").starts_with("warning\t"));
    CHECK(complete("gpu-lint rule gpu-limit-m") == "gpu-limit-missing\n");
    CHECK(complete("gpu-lint check --select GPU101,gpu-limit-m").starts_with("GPU101,gpu-limit-missing\t"));
    CHECK(complete("gpu-lint policy sh").starts_with("show\t"));
  }
}
