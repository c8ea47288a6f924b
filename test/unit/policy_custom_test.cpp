// Custom rules on real objects; matches, allow, exceptions.
#include "rules/document/reader.hpp"
#include "rules/policy/custom.hpp"
#include "rules/policy/load.hpp"
#include "rules/policy/path.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace gpulint;

namespace {

constexpr const char* kPod = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
  namespace: train-a
  labels: {app: x, "kueue.x-k8s.io/queue-name": q, empty: ""}
spec:
  priority: 7
  hostIPC: true
  nodeName: null
  containers:
  - {name: a, image: "a:1", resources: {limits: {nvidia.com/gpu: 1}}}
  - {name: b, image: "b:latest"}
)";

std::shared_ptr<const Policy> policy_with(const std::string& custom) {
  const auto policy =
      load_policy("apiVersion: gpu-lint.dev/v1\nkind: Policy\nspec:\n  custom:\n" + custom, "p.yaml", {});
  if (!policy) {
    FAIL(policy.error().front().text());
  }
  return *policy;
}

std::vector<RawFinding> run(const std::string& custom, std::string_view manifest = kPod) {
  const auto policy = policy_with(custom);
  DocumentStream stream(manifest);
  auto document = stream.next();
  REQUIRE(document);
  REQUIRE(*document);
  Report report;
  const auto objects =
      WorkloadTable::builtin().objects(Field::root(*(*document)->root, stream.arena()), stream.arena());
  for (const Object& object : objects) {
    std::vector<PodAccelerators> accelerators;
    for (const Pod& pod : object.pods) {
      accelerators.push_back(find_accelerators(pod, *policy, AcceleratorTable::builtin()));
    }
    for (const CustomRule& rule : policy->custom) {
      evaluate(rule, object, accelerators, report);
    }
  }
  return report.findings();
}

/// One assertion in the flow form of the file; how many findings it gives on the pod above.
std::size_t findings(const std::string& assertion) {
  return run("  - {id: T1, name: t, message: m, assert: [{" + assertion + "}]}\n").size();
}

std::size_t findings_where(const std::string& match) {
  return run("  - {id: T1, name: t, message: m, match: {" + match + "}, assert: [{path: nowhere, operator: Exists}]}\n")
      .size();
}

std::vector<Pattern> patterns(std::initializer_list<const char*> sources) {
  std::vector<Pattern> all;
  for (const char* source : sources) {
    all.push_back(*Pattern::compile(source));
  }
  return all;
}

} // namespace

TEST_CASE("operators of custom rules are those of nodeAffinity", "[policy]") {
  CHECK(findings(R"(path: metadata.name, operator: Exists)") == 0);
  CHECK(findings(R"(path: metadata.nam, operator: Exists)") == 1);
  CHECK(findings(R"(path: spec.nodeName, operator: Exists)") == 1); // null is absent
  CHECK(findings(R"(path: metadata.labels.empty, operator: Exists)") == 0);
  CHECK(findings(R"(path: spec.nodeName, operator: DoesNotExist)") == 0);
  CHECK(findings(R"(path: spec.hostIPC, operator: DoesNotExist)") == 1);
  CHECK(findings(R"(path: metadata.name, operator: In, values: [a, trainer])") == 0);
  CHECK(findings(R"(path: metadata.name, operator: In, values: [a])") == 1);
  CHECK(findings(R"(path: spec.missing, operator: In, values: [a])") == 1);
  CHECK(findings(R"(path: spec.missing, operator: NotIn, values: [a])") == 0);
  CHECK(findings(R"(path: metadata.name, operator: NotIn, values: [trainer])") == 1);
  CHECK(findings(R"(path: spec.hostIPC, operator: In, values: ["true"])") == 0);
  CHECK(findings(R"(path: spec.containers, operator: In, values: [a])") == 1);
  CHECK(findings(R"(path: spec.priority, operator: Gt, values: ["6"])") == 0);
  CHECK(findings(R"(path: spec.priority, operator: Gt, values: ["7"])") == 1); // strict
  CHECK(findings(R"(path: spec.priority, operator: Lt, values: ["8"])") == 0);
  CHECK(findings(R"(path: spec.priority, operator: Lt, values: ["7"])") == 1);
  CHECK(findings(R"(path: spec.missing, operator: Lt, values: ["7"])") == 1);
  CHECK(findings(R"(path: metadata.name, operator: Gt, values: ["7"])") == 1);
}

TEST_CASE("paths of custom rules", "[policy]") {
  CHECK(findings(R"(path: 'metadata.labels["kueue.x-k8s.io/queue-name"]', operator: In, values: [q])") == 0);
  CHECK(findings(R"(path: "metadata.labels['kueue.x-k8s.io/queue-name']", operator: In, values: [q])") == 0);
  CHECK(findings(R"(path: 'spec.containers[*].image', operator: NotIn, values: ["b:latest"])") == 1);
  CHECK(findings(R"(path: 'spec.containers[*].resources.limits', operator: Exists)") == 1);
  CHECK(findings(R"(path: 'spec.containers[0].resources.limits', operator: Exists)") == 0);
  CHECK(findings(R"(path: 'spec.containers[9].image', operator: Exists)") == 1);
  CHECK(findings(R"(path: 'spec.initContainers[*].image', operator: Exists)") == 0); // every one of none
  CHECK(findings(R"(path: 'pod.spec.containers[*].image', operator: In, values: ["a:1"])") == 1);
  CHECK(findings(R"(path: 'pod.metadata.labels.app', operator: In, values: [x])") == 0);
  CHECK(findings(R"(path: 'pod.metadata.annotations.a', operator: Exists)") == 1);

  using policy_file::parse_path;
  CHECK(*parse_path("a") == std::vector<std::string>{"a"});
  CHECK(*parse_path("[\"a.b\"].c[*][2]") == std::vector<std::string>{"a.b", "c", "[]", "[2]"});
  for (const char* bad :
       {"", ".a", "a.", "a..b", "a[", "a[]", "a[-1]", "a[\"\"]", "a[\"b\"", "a[*]b", "a.[0]", "a b", "a[\"[x\"]"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_path(bad));
  }
  CHECK_FALSE(parse_path(std::string(100, 'a') + [] {
    std::string many;
    for (int i = 0; i < 40; ++i) {
      many += ".a";
    }
    return many;
  }()));
}

TEST_CASE("findings of custom rules say where and what to write", "[policy]") {
  const auto found = run("  - id: T1\n    name: t\n    message: no latest\n    assert:\n"
                         "    - {path: 'pod.spec.containers[*].image', operator: NotIn, values: [\"b:latest\"]}\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == "spec.containers[1].image");
  CHECK(found[0].message == "no latest");
  CHECK(found[0].help == "Set pod.spec.containers[*].image to something else than b:latest.");
  const auto helped = run("  - {id: T1, name: t, message: m, help: ask us, assert: [{path: x, operator: Exists}]}\n");
  REQUIRE(helped.size() == 1);
  CHECK(helped[0].help == "ask us");
}

TEST_CASE("what custom rules are about", "[policy]") {
  CHECK(findings_where("namespaces: ['^train-.*']") == 1);
  CHECK(findings_where("namespaces: [rain]") == 1); // found anywhere
  CHECK(findings_where("namespaces: ['^rain', '-a$']") == 1);
  CHECK(findings_where("namespaces: ['^rain']") == 0);
  CHECK(findings_where("names: ['^trainer$']") == 1);
  CHECK(findings_where("kinds: [Job, Pod]") == 1);
  CHECK(findings_where("kinds: [pod]") == 0);
  CHECK(findings_where("accelerators: [nvidia]") == 1);
  CHECK(findings_where("accelerators: [amd]") == 0);
  CHECK(findings_where("accelerators: [amd], kinds: [Pod]") == 0);
}

TEST_CASE("custom rules look into the pods of workloads", "[policy]") {
  const std::string queue = "  - {id: T1, name: t, message: m, match: {accelerators: [nvidia]}, assert: [{path: "
                            "pod.spec.priorityClassName, operator: Exists}]}\n";
  const auto found = run(queue, R"(apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {name: t}
spec:
  pytorchReplicaSpecs:
    Master: {template: {spec: {containers: [{name: pytorch, image: i}]}}}
    Worker: {template: {spec: {containers: [{name: pytorch, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}}
)");
  REQUIRE(found.size() == 1); // the worker's: the master asks for none
  CHECK(found[0].path == "spec.pytorchReplicaSpecs.Worker.template.spec.priorityClassName");
}

TEST_CASE("exceptions and allow", "[policy]") {
  const auto date = [](int year, unsigned month, unsigned day) {
    return Date(std::chrono::year(year), std::chrono::month(month), std::chrono::day(day));
  };
  Exception exception;
  exception.rules = {"GPU302"};
  exception.match.namespaces = patterns({"^gpu-operator$"});
  exception.until = date(2027, 6, 30);
  const MatchSubject inside{"gpu-operator", "x", "DaemonSet", {}};
  const MatchSubject outside{"gpu-operator-2", "x", "DaemonSet", {}};
  CHECK(covers(exception, "GPU302", inside, date(2027, 6, 30))); // the last day counts
  CHECK_FALSE(covers(exception, "GPU302", inside, date(2027, 7, 1)));
  CHECK(is_expired(exception, date(2027, 7, 1)));
  CHECK_FALSE(covers(exception, "GPU301", inside, date(2027, 1, 1)));
  CHECK_FALSE(covers(exception, "GPU302", outside, date(2027, 1, 1)));
  exception.until.reset();
  CHECK(covers(exception, "GPU302", inside, date(2099, 1, 1)));
  CHECK_FALSE(is_expired(exception, date(2099, 1, 1)));

  RuleSetting setting;
  CHECK_FALSE(allows(setting, "gpu-operator", "x"));
  setting.allow = patterns({"^gpu-operator/.*", "/special$"});
  CHECK(allows(setting, "gpu-operator", "x"));
  CHECK(allows(setting, "", "special"));
  CHECK_FALSE(allows(setting, "team", "gpu-operator"));
}
