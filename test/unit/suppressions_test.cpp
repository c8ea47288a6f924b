// Comments and annotations that silence findings: where they count, what they cover, what is said about useless ones.
#include "rules/engine/check.hpp"
#include "test/support/case.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace gpulint;
using namespace gpulint::test;

namespace {

FileResult check(const std::string& text, bool suppressions = true, const std::string& policy = "") {
  CheckOptions options;
  options.suppressions = suppressions;
  return Checker(Registry::builtin(), policy_of(policy, "policy.yaml"), options).check(text);
}

std::size_t count(const FileResult& result, std::string_view code) {
  return static_cast<std::size_t>(std::count_if(result.findings.begin(), result.findings.end(),
                                                [&](const Finding& finding) { return finding.code == code; }));
}

// A pod whose GPU request has no limit (GPU101, on the line of `requests`).
std::string pod(const std::string& above, const std::string& behind, const std::string& annotations = "{}") {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: a, annotations: " + annotations +
         "}\nspec:\n  containers:\n  - name: main\n    image: busybox\n    resources:\n" + above +
         "      requests: {cpu: 1, memory: 1Gi, nvidia.com/gpu: 1}" + behind + "\n";
}

std::string with_crlf(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.insert(at, 1, '\r');
  }
  return text;
}

} // namespace

TEST_CASE("without a suppression the finding is there") {
  CHECK(count(check(pod("", "")), "GPU101") == 1);
  CHECK(check(pod("", "")).suppressed == 0);
}

TEST_CASE("comments on and above a line silence it") {
  const std::vector<std::string> silent = {
      pod("", " # gpu-lint ignore=GPU101"),
      pod("", " # gpu-lint ignore=GPU101 -- the operator adds them"),
      pod("", " # gpu-lint ignore=gpu-limit-missing"),
      pod("", " # gpu-lint ignore=GPU1"),
      pod("", " # gpu-lint ignore=GPU201,GPU101"),
      pod("", " # gpu-lint ignore=GPU201 GPU101"),
      pod("", " # gpu-lint ignore=GPU201, GPU101 # gpu-lint ignore=GPU102"),
      pod("", " #gpu-lint ignore=GPU101"),
      pod("      # gpu-lint ignore=GPU101\n", ""),
      pod("      # gpu-lint ignore=GPU101\n\n      # another comment\n", ""),
      pod("# gpu-lint ignore=GPU101\n      # gpu-lint ignore=GPU102\n", ""),
      "# gpu-lint ignore-file=GPU101\n" + pod("", ""),
      pod("", "") + "# gpu-lint ignore-file=GPU101",
  };
  for (const std::string& text : silent) {
    for (const std::string& form : {text, with_crlf(text)}) {
      INFO(form);
      const FileResult result = check(form);
      CHECK(count(result, "GPU101") == 0);
      CHECK(result.suppressed >= 1);
      CHECK(count(check(form, false), "GPU101") == 1);
    }
  }
}

TEST_CASE("what is no comment, or is about something else, silences nothing") {
  const std::vector<std::string> loud = {
      pod("", " # gpu-lint ignore=GPU102"),
      pod("", " # gpu-lint ignore GPU101"),
      pod("", " # gpu-lint ignore="),
      pod("", " # see gpu-lint ignore=GPU101"),
      pod("", " # gpu-lint ignore=GPU102 -- not GPU101"),
      pod("      # gpu-lint ignore=GPU101\n      limits: {cpu: 1}\n", ""),
      pod("", "\n      # gpu-lint ignore=GPU101"),
      pod("", "") + "  - image: busybox\n    name: 'x # gpu-lint ignore-file=GPU101'\n",
      pod("", "") + "  - image: busybox\n    name: |\n      # gpu-lint ignore-file=GPU101\n",
      pod("", "") + "  - image: busybox\n    \"x # gpu-lint ignore-file=GPU101\": 1\n",
      pod("", "") + "---\napiVersion: v1\nkind: ConfigMap\ndata:\n  run: |\n    # gpu-lint ignore-file=GPU101\n",
  };
  for (const std::string& text : loud) {
    INFO(text);
    CHECK(count(check(text), "GPU101") == 1);
  }
}

TEST_CASE("annotations silence their object, or their pod template") {
  for (const std::string value :
       {"GPU101", "gpu-limit-missing", "'GPU201, GPU101'", "'GPU201 GPU101'", "\"GPU201\\r\\nGPU101\"", "GPU1"}) {
    INFO(value);
    const std::string text = pod("", "", "{gpu-lint.dev/ignore: " + value + "}");
    CHECK(count(check(text), "GPU101") == 0);
    CHECK(count(check(text, false), "GPU101") == 1);
    CHECK(count(check(text + "---\n" + pod("", "")), "GPU101") == 1);
  }
  const std::string json =
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","annotations":{"gpu-lint.dev/ignore":"GPU101"}},)"
      R"("spec":{"containers":[{"name":"m","image":"i","resources":{"requests":{"nvidia.com/gpu":1}}}]}})";
  CHECK(count(check(json), "GPU101") == 0);
  CHECK(count(check(json, false), "GPU101") == 1);
  const std::string job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec:\n  template:\n    metadata:\n   "
                          "   annotations: {gpu-lint.dev/ignore: GPU101}\n    spec:\n"
                          "      restartPolicy: Never\n      containers:\n      - name: m\n        image: i\n        "
                          "resources: {requests: {nvidia.com/gpu: 1}}\n";
  CHECK(count(check(job), "GPU101") == 0);
  CHECK(count(check(job, false), "GPU101") == 1);
}

TEST_CASE("unknown and unused suppressions are reported, where they stand") {
  const FileResult unknown = check(pod("", " # gpu-lint ignore=GPU101,gpu-limit-mising"));
  CHECK(count(unknown, "GPU750") == 1);
  CHECK(count(unknown, "GPU751") == 0);
  const auto found = std::find_if(unknown.findings.begin(), unknown.findings.end(),
                                  [](const Finding& finding) { return finding.code == "GPU750"; });
  REQUIRE(found != unknown.findings.end());
  CHECK(found->message.find("gpu-limit-mising") != std::string::npos);
  CHECK(found->message.find("gpu-limit-missing") != std::string::npos);
  CHECK(found->end.byte - found->start.byte == std::string_view("gpu-limit-mising").size());

  CHECK(count(check("# gpu-lint ignore-file=GPU101\napiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"),
              "GPU751") == 1);
  CHECK(count(check("# gpu-lint ignore-file=GPU101\napiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n", false),
              "GPU751") == 0);
  CHECK(count(check(pod("", " # gpu-lint ignore=GPU101 # gpu-lint ignore=GPU103")), "GPU751") == 1);
}

TEST_CASE("custom rules are silenced by their id and name") {
  const std::string policy = "apiVersion: gpu-lint.dev/v1\nkind: Policy\nspec:\n  custom:\n  - id: ORG001\n    name: "
                             "team-label\n    action: deny\n"
                             "    assert: [{path: 'metadata.labels.team', operator: Exists}]\n    message: no team\n";
  CHECK(count(check("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: m, image: i}]}\n", true,
                    policy),
              "ORG001") == 1);
  for (const std::string word : {"ORG001", "team-label"}) {
    CHECK(
        count(check("# gpu-lint ignore-file=" + word +
                        "\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: m, image: i}]}\n",
                    true, policy),
              "ORG001") == 0);
  }
}

TEST_CASE("many comments cost what the text is long") {
  std::string text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n";
  for (int i = 0; i < 20000; ++i) {
    text += "  # gpu-lint ignore=GPU101\n  k" + std::to_string(i) + ": x\n";
  }
  text += std::string(20000, ' ') + "\n";
  for (int i = 0; i < 20000; ++i) {
    text += "# gpu-lint ignore=GPU101\n";
  }
  CHECK(count(check(text), "GPU751") == 40000);

  std::string line = "a: 1";
  for (int i = 0; i < 20000; ++i) {
    line += " # gpu-lint ignore=GPU101";
  }
  CHECK(count(check(line + "\n"), "GPU751") == 20000);
}
