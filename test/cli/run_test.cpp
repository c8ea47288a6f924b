#include "test/cli/manifests.hpp"
#include "test/cli/process.hpp"
#include "test/unit/cli_temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace gpulint::cli;
using Json = nlohmann::json;

namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("exit codes say how a run ended", "[cli]") {
  const TemporaryFolder folder;
  folder.write("good.yaml", kGood);
  folder.write("bad.yaml", kBad);
  folder.write("broken.yaml", "a: [");
  const std::string here = folder.path();
  CHECK(lint({"good.yaml"}, here).code == 0);
  CHECK(lint({"bad.yaml"}, here).code == 1);
  CHECK(lint({"broken.yaml"}, here).code == 2);
  CHECK(lint({"missing.yaml"}, here).code == 2);
  CHECK(lint({"bad.yaml", "broken.yaml"}, here).code == 2);
  CHECK(lint({}, here).code == 2);
  CHECK(lint({"check", "--fail-on", "never", "bad.yaml"}, here).code == 0);
  CHECK(lint({"check", "--fail-on", "never", "broken.yaml"}, here).code == 2);
}

TEST_CASE("--fail-on is the lowest severity that fails a run", "[cli]") {
  const TemporaryFolder folder;
  folder.write("bad.yaml", kBad);
  const auto code = [&](std::string action, std::string fail_on) {
    folder.write("policy.yaml", "apiVersion: gpu-lint.dev/v1\nkind: Policy\nmetadata: {name: test}\nspec:\n  rules:\n"
                                "    GPU103: {action: " +
                                    action + "}\n");
    return lint({"--select", "GPU103", "--policy", "policy.yaml", "--fail-on", fail_on, "bad.yaml"}, folder.path())
        .code;
  };
  CHECK(code("deny", "error") == 1);
  CHECK(code("warn", "error") == 0);
  CHECK(code("warn", "warning") == 1);
  CHECK(code("audit", "warning") == 0);
  CHECK(code("audit", "info") == 1);
  CHECK(code("deny", "never") == 0);
}

TEST_CASE("wrong usage is told with the nearest right word", "[cli]") {
  const struct {
    std::vector<std::string> arguments;
    std::string told;
  } rows[] = {
      {{"--foramt", "json"}, "--format"},
      {{"--format", "jsn"}, "json"},
      {{"--format", "json="}, "names no file"},
      {{"--format", "json", "--format", "sarif"}, "two reports"},
      {{"--fail-on", "errors"}, "error"},
      {{"--select", "gpu-limit-mising"}, "gpu-limit-missing"},
      {{"--ignore", "GPU999"}, "GPU999"},
      {{"--jobs", "0"}, "--jobs"},
      {{"--jobs", "many"}, "--jobs"},
      {{"--policy"}, "--policy"},
      {{"--policy", "", "."}, "--policy"},
      {{"chekc"}, "check"},
      {{"policy"}, "show, check, schema"},
      {{"policy", "shwo"}, "show"},
      {{"rule"}, "RULE"},
      {{"rule", "gpu-limit-mising"}, "gpu-limit-missing"},
      {{"completion", "tcsh"}, "bash, zsh, fish"},
      {{"version", "now"}, "now"},
      {{""}, "empty"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.arguments);
    const Ended ended = lint(row.arguments);
    CHECK(ended.code == 2);
    CHECK(holds(ended.err, row.told));
  }
}

TEST_CASE("options are taken as they are written", "[cli]") {
  const TemporaryFolder folder;
  folder.write("[a].yaml", kBad);
  folder.write("-b.yaml", kBad);
  folder.write("rules", kBad);
  const std::string here = folder.path();
  CHECK(lint({"[a].yaml"}, here).code == 1);
  CHECK(lint({"--", "-b.yaml"}, here).code == 1);
  CHECK(lint({"./rules"}, here).code == 1);
  CHECK(lint({"check", "rules"}, here).code == 1);
  CHECK(lint({"--exclude", "[ab].yaml", "."}, here).code == 1);
  CHECK(lint({"--exclude", "[[]a].yaml", "--exclude=-b.yaml", "."}, here).code == 0);
  CHECK(lint({"-fjson", "-j2", "-q", "[a].yaml"}, here).out.starts_with("{\"version\":1,"));
  CHECK(lint({"lint", "--select=GPU1,toleration-missing", "--ignore", "GPU103", "[a].yaml"}, here).code == 0);
  CHECK(lint({"--select", "gpu-count-fractional", "[a].yaml"}, here).code == 1);
}

TEST_CASE("standard input is one more file", "[cli]") {
  const TemporaryFolder folder;
  folder.write("strict/.gpu-lint.yaml", "apiVersion: gpu-lint.dev/v1\nkind: Policy\nmetadata: {name: lax}\nspec:\n"
                                        "  rules:\n    GPU103: {action: off}\n");
  Start start;
  start.folder = folder.path();
  start.input = kBad;
  start.arguments = {"check", "-"};
  Ended ended = run(start);
  CHECK(ended.code == 1);
  CHECK(holds(ended.out, "-:13:25: error GPU103 gpu-count-fractional: "));

  start.arguments = {"-", "--stdin-filename", "strict/new.yaml"};
  CHECK(run(start).code == 0);
  start.arguments = {"-", "--stdin-filename", "other/new.yaml"};
  ended = run(start);
  CHECK(ended.code == 1);
  CHECK(holds(ended.out, "other/new.yaml:13:25: error"));
}

TEST_CASE("the policy of the nearest folder holds", "[cli]") {
  const TemporaryFolder folder;
  const auto policy = [](std::string_view action) {
    return "apiVersion: gpu-lint.dev/v1\nkind: Policy\nmetadata: {name: test}\nspec:\n  rules:\n    GPU103: {action: " +
           std::string(action) + "}\n";
  };
  folder.write(".gpu-lint.yaml", policy("off"));
  folder.write("a/x.yaml", kBad);
  folder.write("b/.gpu-lint.yml", policy("deny"));
  folder.write("b/c/x.yaml", kBad);
  folder.folder("repository/.git");
  folder.write("repository/x.yaml", kBad);
  const Ended ended = lint({"--select", "GPU103", "--format", "json", "-q"}, folder.path());
  const Json report = Json::parse(ended.out);
  std::vector<std::string> files;
  for (const Json& finding : report["findings"]) {
    files.push_back(finding["file"]);
  }
  // A policy above the repository's root doesn't reach into it.
  CHECK(files == std::vector<std::string>{"b/c/x.yaml", "repository/x.yaml"});
  CHECK(report["summary"]["files"] == 3);
  folder.write("strict.yaml", policy("deny"));
  CHECK(Json::parse(lint({"--select", "GPU103", "--format", "json", "--policy", "strict.yaml", "a", "b", "repository"},
                         folder.path())
                        .out)["findings"]
            .size() == 3);
}

TEST_CASE("mistakes in a policy are told once, with their place, and its files aren't judged", "[cli]") {
  const TemporaryFolder folder;
  folder.write("a/.gpu-lint.yaml",
               "apiVersion: gpu-lint.dev/v1\nkind: Policy\nmetadata: {name: test}\nspec:\n  rulez: {}\n"
               "  rules:\n    gpu-limit-mising: {action: deny}\n");
  folder.write("a/x.yaml", kBad);
  folder.write("a/y.yaml", kBad);
  folder.write("b.yaml", kBad);
  const Ended text = lint({"."}, folder.path());
  CHECK(text.code == 2);
  CHECK(holds(text.out, "a/.gpu-lint.yaml:5:3: error bad-policy: "));
  CHECK(holds(text.out, "a/.gpu-lint.yaml:7:5: error bad-policy: "));
  CHECK(holds(text.err, "2 files not checked"));
  const Json report = Json::parse(lint({"--format", "json"}, folder.path()).out);
  REQUIRE(report["errors"].size() == 2);
  CHECK(report["errors"][0]["code"] == "bad-policy");
  CHECK(report["errors"][0]["file"] == "a/.gpu-lint.yaml");
  CHECK(report["errors"][0]["range"]["start"]["line"] == 5);
  for (const Json& finding : report["findings"]) {
    CHECK(finding["file"] == "b.yaml");
  }
  CHECK(lint({"--policy", "missing.yaml", "b.yaml"}, folder.path()).code == 2);

  CHECK(lint({"policy", "check", "a/.gpu-lint.yaml"}, folder.path()).code == 2);
  CHECK(lint({"policy", "show", "a/x.yaml"}, folder.path()).code == 2);
}

TEST_CASE("what policy show prints is a policy", "[cli]") {
  const TemporaryFolder folder;
  const Ended shown = lint({"policy", "show"}, folder.path());
  REQUIRE(shown.code == 0);
  folder.write("shown.yaml", shown.out);
  CHECK(lint({"policy", "check", "shown.yaml"}, folder.path()).code == 0);
  CHECK(Json::parse(lint({"policy", "schema"}).out).contains("$schema"));
}

TEST_CASE("SOURCE_DATE_EPOCH decides which exceptions hold", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", kBad);
  folder.write(".gpu-lint.yaml",
               "apiVersion: gpu-lint.dev/v1\nkind: Policy\nmetadata: {name: test}\nspec:\n  exceptions:\n"
               "  - {rules: [GPU103], match: {names: [trainer]}, reason: test, until: 2020-01-31}\n");
  Start start;
  start.folder = folder.path();
  start.arguments = {"x.yaml"};
  start.environment = {{"SOURCE_DATE_EPOCH", "1580428800"}}; // 2020-01-31
  const Ended before = run(start);
  CHECK(before.code == 0);
  CHECK_FALSE(holds(before.err, "has ended"));
  start.environment = {{"SOURCE_DATE_EPOCH", "1580515200"}}; // 2020-02-01
  const Ended after = run(start);
  CHECK(after.code == 1);
  CHECK(holds(after.err, ".gpu-lint.yaml:6: the exception for GPU103 has ended"));
  start.arguments = {"policy", "check"};
  const Ended checked = run(start);
  CHECK(checked.code == 0);
  CHECK(holds(checked.err, ".gpu-lint.yaml:6: the exception for GPU103 has ended"));
  start.arguments = {"x.yaml"};
  start.environment = {{"SOURCE_DATE_EPOCH", "yesterday"}};
  CHECK(run(start).code == 2);
}

TEST_CASE("the report is the same for any number of threads", "[cli]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 300; ++i) {
    const std::string name = "f" + std::to_string(i % 7) + "/" + std::to_string(i) + ".yaml";
    folder.write(name, i % 50 == 0 ? "a: [" : i % 3 == 0 ? kBad : kGood);
  }
  folder.write("f3/.gpu-lint.yaml", "apiVersion: gpu-lint.dev/v1\nkind: Policy\nspec: {rulez: {}}\n");
  for (const char* format : {"text", "json", "sarif"}) {
    const Ended one = lint({"--format", format, "--jobs", "1"}, folder.path());
    CHECK(one.code == 2);
    CHECK(one.out.size() > 1000);
    for (const char* jobs : {"2", "7", "64"}) {
      const Ended many = lint({"--format", format, "--jobs", jobs}, folder.path());
      CHECK(many.code == one.code);
      CHECK(many.out == one.out);
      CHECK(many.err == one.err);
    }
    CHECK(lint({"--format", format}, folder.path()).out == one.out);
  }
}

TEST_CASE("several reports of one run", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", kBad);
  const std::vector<std::string> arguments = {
      "--format", "text", "--format", "json=report.json", "--format=sarif=r.sarif", "."};
  CHECK(lint(arguments, folder.path()).code == 1);
  CHECK(Json::parse(slurp(folder.path("report.json")))["summary"]["files"] == 1);
  CHECK(Json::parse(slurp(folder.path("r.sarif")))["version"] == "2.1.0");
  // Once more: the report that lies there now isn't read.
  CHECK(lint(arguments, folder.path()).code == 1);
  CHECK(Json::parse(slurp(folder.path("report.json")))["summary"]["files"] == 1);
  Start start;
  start.folder = folder.path();
  start.arguments = {"--format", "json"};
  start.output_file = folder.path("report.json");
  CHECK(run(start).code == 1);
  CHECK(Json::parse(slurp(folder.path("report.json")))["summary"]["files"] == 1);
}

TEST_CASE("a report that can't be written is an error", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", kGood);
  const Ended file = lint({"x.yaml", "--format", "json=/dev/full"}, folder.path());
  CHECK(file.code == 2);
  CHECK(holds(file.err, "No space left on device"));
  const Ended missing = lint({"x.yaml", "--format", "json=no/such/folder.json"}, folder.path());
  CHECK(missing.code == 2);
  CHECK(holds(missing.err, "no/such/folder.json"));
  Start start;
  start.folder = folder.path();
  start.arguments = {"x.yaml", "--format", "json"};
  start.output_file = "/dev/full";
  const Ended out = run(start);
  CHECK(out.code == 2);
  CHECK(holds(out.err, "No space left on device"));
}

TEST_CASE("a reader that goes away is no error", "[cli]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 2000; ++i) {
    folder.write(std::to_string(i) + ".yaml", kBad);
  }
  Start start;
  start.folder = folder.path();
  start.close_output_early = true;
  for (const char* format : {"text", "json", "sarif"}) {
    start.arguments = {"--format", format, "-q"};
    const Ended ended = run(start);
    CHECK(ended.code == 1);
    CHECK(ended.err.empty());
  }
  // Other reports are written to their end.
  start.arguments = {"-q", "--format", "text", "--format", "json=all.json"};
  CHECK(run(start).code == 1);
  CHECK(Json::parse(slurp(folder.path("all.json")))["summary"]["files"] == 2000);
}

TEST_CASE("colours are for terminals, or on demand", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", kBad);
  CHECK_FALSE(holds(lint({"x.yaml"}, folder.path()).out, "\x1b["));
  CHECK(holds(lint({"x.yaml", "--color", "always"}, folder.path()).out, "\x1b[1;31merror\x1b[0m"));
}

TEST_CASE("--quiet leaves standard error empty", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", kBad);
  const Ended quiet = lint({"-q", "x.yaml"}, folder.path());
  CHECK(quiet.err.empty());
  CHECK(holds(quiet.out, "GPU103"));
  CHECK(holds(lint({"x.yaml"}, folder.path()).err, "1 file, 1 object, 1 pod: 1 error"));
}

TEST_CASE("suppressions can be switched off", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", "# gpu-lint ignore-file=GPU103 -- test\n" + kBad);
  CHECK(lint({"x.yaml"}, folder.path()).code == 0);
  CHECK(lint({"x.yaml", "--no-suppress"}, folder.path()).code == 1);
}

TEST_CASE("every command explains itself", "[cli]") {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{},
                                                                                     {"check"},
                                                                                     {"lint"},
                                                                                     {"rules"},
                                                                                     {"rule"},
                                                                                     {"policy", "show"},
                                                                                     {"policy", "check"},
                                                                                     {"policy", "schema"},
                                                                                     {"completion"},
                                                                                     {"version"}}) {
    std::vector<std::string> arguments = words;
    arguments.emplace_back("--help");
    const Ended ended = lint(arguments);
    CAPTURE(arguments);
    CHECK(ended.code == 0);
    CHECK(holds(ended.out, "Usage: gpu-lint"));
    CHECK(ended.err.empty());
  }
  CHECK(lint({"--version"}).out == lint({"version"}).out);
  const Ended rule = lint({"rule", "gpu101"});
  CHECK(holds(rule.out, "GPU101 gpu-limit-missing"));
  CHECK(holds(rule.out, "Good:\n"));
  const Json rules = Json::parse(lint({"rules", "--format", "json"}).out);
  REQUIRE(rules.size() > 10);
  CHECK(rules[0]["code"] == "GPU101");
}

TEST_CASE("the examples do what they say", "[cli]") {
  const std::string folder = GPULINT_EXAMPLES;
  for (const char* good : {"training-job.yaml", "inference-deployment.yaml"}) {
    CHECK(lint({good, "--fail-on", "info"}, folder).code == 0);
  }
  for (const char* faulty : {"faulty-requests.yaml", "faulty-isolation.yaml"}) {
    CHECK(lint({faulty}, folder).code == 1);
  }
}

TEST_CASE("a small file costs little", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", kGood);
  const Ended ended = lint({"x.yaml"}, folder.path());
  CHECK(ended.code == 0);
  CHECK(ended.memory_kib < 16u << 10); // the forked test itself counts into it
}

TEST_CASE("a report never replaces a file that is to be checked", "[cli]") {
  const TemporaryFolder folder;
  folder.write("bad.yaml", kBad);
  const std::string before = slurp(folder.path() + "/bad.yaml");
  CHECK(lint({"check", "bad.yaml", "--format", "json=bad.yaml"}, folder.path()).code == 2);
  CHECK(lint({"check", "./bad.yaml", "--format", "json=bad.yaml"}, folder.path()).code == 2);
  CHECK(slurp(folder.path() + "/bad.yaml") == before);
}
