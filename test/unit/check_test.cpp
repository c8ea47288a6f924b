// A run over one text: what the policy and the options make of findings, their order, errors, counts.
#include "rules/engine/check.hpp"
#include "test/support/case.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

using namespace gpulint;
using namespace gpulint::test;

namespace {

// GPU101, by default a denial, at line 8.
const std::string kPod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: ml}\nspec:\n  containers:\n  - name: m\n    image: i\n"
    "    resources: {requests: {nvidia.com/gpu: 1}}\n";

std::string policy(const std::string& spec) {
  return "apiVersion: gpu-lint.dev/v1\nkind: Policy\nspec:\n" + spec;
}

FileResult check(const std::string& text, const std::string& policy_text = "", CheckOptions options = {}) {
  return Checker(Registry::builtin(), policy_of(policy_text, "policy.yaml"), std::move(options)).check(text);
}

std::vector<Finding> found(const FileResult& result, std::string_view code) {
  std::vector<Finding> out;
  std::copy_if(result.findings.begin(), result.findings.end(), std::back_inserter(out),
               [&](const Finding& finding) { return finding.code == code; });
  return out;
}

} // namespace

TEST_CASE("the policy's action decides the severity") {
  struct Row {
    std::string action;
    Severity severity;
  };
  for (const Row& row : {Row{"audit", Severity::info}, Row{"inject", Severity::info}, Row{"warn", Severity::warning},
                         Row{"deny", Severity::error}}) {
    INFO(row.action);
    const auto findings = found(check(kPod, policy("  rules: {GPU101: {action: " + row.action + "}}\n")), "GPU101");
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].severity == row.severity);
    CHECK(name_of(findings[0].action) == row.action);
  }
  CHECK(found(check(kPod, policy("  rules: {gpu-limit-missing: {action: 'off'}}\n")), "GPU101").empty());
  REQUIRE(found(check(kPod), "GPU101").size() == 1);
  CHECK(found(check(kPod), "GPU101")[0].severity == Severity::error);
}

TEST_CASE("allow and exceptions take findings away where they match, until their day has passed") {
  const auto reported = [](const std::string& spec, Date today = {}) {
    CheckOptions options;
    options.today = today;
    return !found(check(kPod, policy(spec), options), "GPU101").empty();
  };
  CHECK_FALSE(reported("  rules: {GPU101: {allow: ['^ml/a$']}}\n"));
  CHECK(reported("  rules: {GPU101: {allow: ['^ml/b$']}}\n"));
  CHECK(reported("  rules: {GPU102: {allow: ['^ml/a$']}}\n"));
  CHECK_FALSE(reported("  exceptions: [{rules: [GPU101], reason: r, match: {namespaces: ['^ml$']}}]\n"));
  CHECK(reported("  exceptions: [{rules: [GPU101], reason: r, match: {namespaces: ['^other$']}}]\n"));
  CHECK(reported("  exceptions: [{rules: [GPU102], reason: r}]\n"));
  using namespace std::chrono;
  const std::string dated = "  exceptions: [{rules: [gpu-limit-missing], reason: r, until: 2027-06-30}]\n";
  CHECK_FALSE(reported(dated, 2027y / 6 / 29));
  CHECK_FALSE(reported(dated, 2027y / 6 / 30));
  CHECK(reported(dated, 2027y / 7 / 1));
}

TEST_CASE("select and ignore take codes, names and prefixes; ignore wins") {
  const auto codes = [](std::vector<std::string> select, std::vector<std::string> ignore) {
    CheckOptions options;
    options.select = std::move(select);
    options.ignore = std::move(ignore);
    std::vector<std::string> out;
    for (const Finding& finding : check(kPod, "", options).findings) {
      out.emplace_back(finding.code);
    }
    return out;
  };
  CHECK(codes({"GPU101"}, {}) == std::vector<std::string>{"GPU101"});
  CHECK(codes({"gpu-limit-missing"}, {}) == std::vector<std::string>{"GPU101"});
  CHECK(codes({"GPU101"}, {"GPU1"}).empty());
  const auto rest = codes({}, {"GPU101"});
  CHECK(std::find(rest.begin(), rest.end(), "GPU101") == rest.end());
  CHECK(codes({}, {"GPU"}).empty());
  const auto group = codes({"GPU1"}, {});
  CHECK(std::find(group.begin(), group.end(), "GPU101") != group.end());
  CHECK(std::all_of(group.begin(), group.end(), [](const std::string& code) { return code.starts_with("GPU1"); }));
}

TEST_CASE("findings say where: document, object, path, position, excerpt") {
  const auto findings = found(check("# first\na: 1\n---\n" + kPod), "GPU101");
  REQUIRE(findings.size() == 1);
  const Finding& finding = findings[0];
  CHECK(finding.document == 2);
  CHECK(finding.object == ObjectReference{"v1", "Pod", "ml", "a"});
  CHECK(finding.start.line == 11);
  CHECK(finding.excerpt.find("nvidia.com/gpu") != std::string::npos);
  CHECK(finding.path.starts_with("spec.containers[0].resources"));
  CHECK(finding.start.byte < finding.end.byte);
}

TEST_CASE("findings come by position, then code") {
  const FileResult result = check(kPod + "---\n" + kPod);
  CHECK(found(result, "GPU101").size() == 2);
  CHECK(std::is_sorted(result.findings.begin(), result.findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.start.byte, a.code) < std::tie(b.start.byte, b.code);
  }));
  CHECK(result.objects == 2);
  CHECK(result.pods == 2);
}

TEST_CASE("a Helm template is one note and no error") {
  for (const std::string text : {"a: {{ .Values.x }}\n", "{{- if .Values.a }}\na: 1\n{{- end }}\n",
                                 "{{ include \"x\" . }}\n---\n{{ .Values.y }}: 1\n---\n- {{ toYaml .a }}\n"}) {
    INFO(text);
    const FileResult result = check(text);
    CHECK(result.errors.empty());
    CHECK(found(result, "GPU740").size() == 1);
    CHECK(std::none_of(result.findings.begin(), result.findings.end(),
                       [](const Finding& finding) { return finding.severity == Severity::error; }));
  }
  CHECK(check("a: [\n").errors.size() == 1);
  CHECK(check("a: {{ x }}\n").errors.size() == 1);
  CHECK(found(check("a: '{{ .Values.x }}'\n"), "GPU740").empty());
}

TEST_CASE("errors carry their position, and what can be read is checked all the same") {
  const FileResult result = check("a: 1\n---\nb: [\n---\n" + kPod);
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].code == InputErrorCode::malformed);
  CHECK(result.errors[0].has_position);
  CHECK(result.errors[0].start.line >= 3);
  CHECK(result.errors[0].start.line <= 4);
  CHECK(found(result, "GPU101").size() == 1);

  const FileResult large = check(std::string(kMaxTextBytes + 1, '\n'));
  REQUIRE(large.errors.size() == 1);
  CHECK(large.errors[0].code == InputErrorCode::too_large);
}

TEST_CASE("bytes count in the file as it is, where bytes were replaced") {
  const std::string text = "a: \"\xFF\"\n---\n" + kPod;
  const auto findings = found(check(text), "GPU101");
  REQUIRE(findings.size() == 1);
  CHECK(text.substr(findings[0].start.byte, 4) ==
        found(check(kPod), "GPU101")[0].excerpt.substr(findings[0].start.column - 1, 4));
}

TEST_CASE("texts made to be slow end") {
  CHECK(check("a: [\n" + std::string(2000000, '{')).errors.size() == 1);
  std::string parts;
  for (int i = 0; i < 20000; ++i) {
    parts += "---\n[\n";
  }
  CHECK(check(parts).errors.size() == 20000);
  CHECK(check(std::string(1000000, ' ') + "\n").errors.empty());
}
