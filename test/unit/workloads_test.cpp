// The workload table: cases of test/workloads/ (its README.md says how they are written), then what a file can't say.
#include "policies/embedded.hpp"
#include "rules/document/reader.hpp"
#include "rules/workload/workloads.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace gpulint {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string or_dash(std::string text) {
  return text.empty() ? "-" : text;
}

std::string object_line(const Object& object) {
  std::string line = "# object: " + std::string(object.kind) + "/" + std::string(object.name);
  line += object.knowledge == KindKnowledge::known        ? " known"
          : object.knowledge == KindKnowledge::structural ? " structural"
                                                          : " unknown";
  line += object.is_builtin ? " builtin" : "";
  line += object.is_patch ? " patch" : "";
  return line;
}

std::string flags(const Pod& pod) {
  std::string text;
  for (const auto& [flag, word] : {std::pair(pod.is_daemon, "daemon"), std::pair(pod.runs_to_completion, "completes"),
                                   std::pair(pod.validated_at_once, "once"), std::pair(pod.partial, "partial")}) {
    if (flag) {
      text += (text.empty() ? "" : ",") + std::string(word);
    }
  }
  return or_dash(text);
}

std::string containers(const Pod& pod) {
  std::string text;
  for (const Container& container : pod.containers) {
    text += (text.empty() ? "" : ",") + or_dash(std::string(container.name));
  }
  return or_dash(text);
}

std::string pod_line(const Pod& pod) {
  static const char* const kSources[] = {"pod", "template", "inline", "structural"};
  const std::string path = pod.base.path();
  return "# pod: " + (path.empty() ? "." : path) + " role=" + or_dash(std::string(pod.role)) +
         " replicas=" + (pod.replicas ? std::to_string(*pod.replicas) : "-") + " containers=" + containers(pod) +
         " source=" + kSources[static_cast<int>(pod.source)] + " flags=" + flags(pod);
}

/// What a case may ask for beyond the usual: `labels=a:b`, `scheduler=x`, `limits=0:name:amount`.
bool holds(const std::string& condition, const Pod& pod) {
  const std::size_t equals = condition.find('=');
  const std::string key = condition.substr(0, equals);
  const std::string value = condition.substr(equals + 1);
  const std::size_t last = value.rfind(':');
  if (key == "scheduler") {
    return pod.scheduler_name() == value;
  }
  if (key == "labels") {
    return pod.label(value.substr(0, last)) == value.substr(last + 1);
  }
  if (key == "limits") {
    const std::size_t first = value.find(':');
    const std::size_t index = std::stoul(value.substr(0, first));
    const ResourceAmount* amount = index < pod.containers.size()
                                       ? pod.containers[index].limit(value.substr(first + 1, last - first - 1))
                                       : nullptr;
    return amount != nullptr && amount->quantity && amount->quantity->text() == value.substr(last + 1) &&
           amount->field.exists();
  }
  return false;
}

struct Expected {
  std::string line;
  std::vector<std::string> conditions;
};

std::vector<Expected> expected_lines(const std::string& text) {
  std::vector<Expected> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("# object: ", 0) == 0) {
      result.push_back({line, {}});
    } else if (line.rfind("# pod: ", 0) == 0) {
      std::istringstream words(line);
      Expected expected;
      bool past_flags = false;
      for (std::string word; words >> word;) {
        if (past_flags) {
          expected.conditions.push_back(word);
        } else {
          expected.line += (expected.line.empty() ? "" : " ") + word;
        }
        past_flags = past_flags || word.rfind("flags=", 0) == 0;
      }
      result.push_back(std::move(expected));
    }
  }
  return result;
}

struct Subject {
  std::string line;
  const Pod* pod = nullptr;
};

void check_case(const std::string& text, const WorkloadTable& table) {
  const std::vector<Expected> expected = expected_lines(text);
  REQUIRE_FALSE(expected.empty());
  std::size_t next = 0;
  DocumentStream stream(text);
  while (const auto document = stream.next()) {
    REQUIRE(document->has_value());
    Arena& arena = stream.arena();
    const auto objects = table.objects(Field::root(*(*document)->root, arena), arena);
    std::vector<Subject> subjects;
    for (const Object& object : objects) {
      subjects.push_back({object_line(object), nullptr});
      for (const Pod& pod : object.pods) {
        subjects.push_back({pod_line(pod), &pod});
      }
    }
    for (const Subject& subject : subjects) {
      INFO("found    " << subject.line);
      REQUIRE(next < expected.size());
      INFO("expected " << expected[next].line);
      CHECK(subject.line == expected[next].line);
      for (const std::string& condition : expected[next].conditions) {
        INFO(condition);
        REQUIRE(subject.pod != nullptr);
        CHECK(holds(condition, *subject.pod));
      }
      ++next;
    }
  }
  CHECK(next == expected.size());
}

/// Objects of one text, kept with what they point into.
struct Made {
  explicit Made(std::string yaml) : text(std::move(yaml)), stream(text), document(stream.next()) {
    REQUIRE(document.has_value());
    REQUIRE(document->has_value());
    root = Field::root(*(*document)->root, stream.arena());
  }
  std::pmr::vector<Object> objects(const WorkloadTable& table = WorkloadTable::builtin()) {
    return table.objects(root, stream.arena());
  }

  std::string text;
  DocumentStream stream;
  std::optional<tl::expected<Document, ReadError>> document;
  Field root;
};

std::string nested_lists(std::size_t levels) {
  std::string text;
  for (std::size_t level = 0; level < levels; ++level) {
    text += R"({"apiVersion": "v1", "kind": "List", "items": [)";
  }
  text += R"({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"}})";
  for (std::size_t level = 0; level < levels; ++level) {
    text += "]}";
  }
  return text;
}

} // namespace

TEST_CASE("every kind gives the pods that its case says", "[workloads]") {
  // The built-in table is indexed without being parsed: parsing the whole of it must come to the same.
  const auto parsed = WorkloadTable::parse(embedded_file("workloads.yaml"));
  REQUIRE(parsed.has_value());
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(GPULINT_TEST_DIR) / "workloads")) {
    if (entry.path().extension() == ".yaml") {
      ++count;
      INFO(entry.path().filename().string());
      check_case(read_file(entry.path()), WorkloadTable::builtin());
      check_case(read_file(entry.path()), *parsed);
    }
  }
  CHECK(count > 50);
}

TEST_CASE("every kind of the table stands in a case", "[workloads]") {
  std::string cases;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(GPULINT_TEST_DIR) / "workloads")) {
    cases += entry.path().extension() == ".yaml" ? read_file(entry.path()) : std::string();
  }
  Made table{std::string(embedded_file("workloads.yaml"))};
  for (const Field row : table.root["workloads"].children()) {
    for (const Field kind : row["kinds"].children()) {
      const std::string name(kind.text());
      INFO(name);
      const bool nemo = name.rfind("Nemo", 0) == 0; // one row, one case
      const bool old_name = name == "PodGangSet" || name == "ClusterTask";
      CHECK((nemo || old_name || cases.find("# object: " + name + "/") != std::string::npos));
    }
  }
}

TEST_CASE("every kind without pods is known, and Kubernetes' own ones are marked", "[workloads]") {
  Made table{std::string(embedded_file("workloads.yaml"))};
  for (const char* section : {"builtin", "known"}) {
    for (const Field group : table.root[section].children()) {
      REQUIRE(group.size() > 0);
      for (const Field kind : group.children()) {
        const std::string name = kind.text() == "*" ? "Anything" : std::string(kind.text());
        const std::string api_version = group.key().empty() ? "v1" : std::string(group.key()) + "/v1";
        INFO(api_version << " " << name);
        Made made("{apiVersion: " + api_version + ", kind: " + name + "}");
        const auto objects = made.objects();
        REQUIRE(objects.size() == 1);
        CHECK(objects[0].knowledge == KindKnowledge::known);
        CHECK(objects[0].is_builtin == (section == std::string("builtin")));
      }
    }
  }
}

TEST_CASE("the fields of a pod", "[workloads]") {
  Made made(R"(
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: ml, annotations: {a: b}}
spec:
  runtimeClassName: nvidia
  tolerations:
  - {key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions: [{key: gpu, operator: In, values: [a, b, 3]}]
        - matchFields: [{key: metadata.name, operator: In, values: [n]}]
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 7
        preference: {matchExpressions: [{key: zone, operator: Exists}]}
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector: {matchLabels: {app: x}}
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 50
        podAffinityTerm: {topologyKey: zone, namespaces: [other]}
  containers:
  - name: main
    image: main:1
    securityContext: {privileged: true}
    env:
    - {name: A, value: "1"}
    - {name: B, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
    volumeMounts: [{name: v, mountPath: /data}]
    resources:
      limits: {nvidia.com/gpu: 2, cpu: 500m, memory: many}
      requests: {nvidia.com/gpu: "2"}
)");
  const auto objects = made.objects();
  REQUIRE(objects.size() == 1);
  CHECK(objects[0].namespace_ == "ml");
  const Pod& pod = objects[0].pods.at(0);
  CHECK(pod.runtime_class() == "nvidia");
  CHECK(pod.annotation("a") == "b");
  REQUIRE(pod.tolerations.size() == 1);
  CHECK(pod.tolerations[0].effect == "NoSchedule");
  REQUIRE(pod.node_affinity.required_terms.size() == 2);
  REQUIRE(pod.node_affinity.required_terms[0].expressions.size() == 1);
  CHECK(pod.node_affinity.required_terms[0].expressions[0].values.size() == 2);
  CHECK(pod.node_affinity.required_terms[1].fields.size() == 1);
  REQUIRE(pod.node_affinity.preferred_terms.size() == 1);
  CHECK(pod.node_affinity.preferred_terms[0].weight == 7);
  REQUIRE(pod.pod_anti_affinity.size() == 2);
  CHECK(pod.pod_anti_affinity[0].required);
  CHECK(pod.pod_anti_affinity[0].own_namespace);
  CHECK(pod.pod_anti_affinity[1].weight == 50);
  CHECK_FALSE(pod.pod_anti_affinity[1].own_namespace);
  CHECK(pod.pod_affinity.empty());
  const Container& container = pod.containers.at(0);
  CHECK(container.is_privileged());
  REQUIRE(container.env.size() == 2);
  CHECK(container.env[0].value.text() == "1");
  CHECK(container.env[1].from_source);
  REQUIRE(container.mounts.size() == 1);
  CHECK(container.mounts[0].mount_path == "/data");
  REQUIRE(container.limit("nvidia.com/gpu") != nullptr);
  CHECK(container.limit("nvidia.com/gpu")->quantity == Quantity::of(2));
  CHECK(container.limit("nvidia.com/gpu")->field.path() == "spec.containers[0].resources.limits[nvidia.com/gpu]");
  CHECK_FALSE(container.limit("memory")->quantity.has_value());
  CHECK(container.request("nvidia.com/gpu")->quantity == Quantity::of(2));
  CHECK(container.request("cpu") == nullptr);
}

TEST_CASE("container roles", "[workloads]") {
  Made made(
      "{apiVersion: v1, kind: Pod, spec: {containers: [{name: a, image: i}], initContainers: [{name: b, image: i}, "
      "{name: c, image: i, restartPolicy: Always}, {name: d, image: i, restartPolicy: Never}], "
      "ephemeralContainers: [{name: e, image: i}]}}");
  const auto objects = made.objects();
  std::vector<ContainerRole> roles;
  for (const Container& container : objects.at(0).pods.at(0).containers) {
    roles.push_back(container.role);
  }
  CHECK(roles == std::vector{ContainerRole::app, ContainerRole::init, ContainerRole::sidecar, ContainerRole::init,
                             ContainerRole::ephemeral});
}

TEST_CASE("a field that the spec lacks comes from the defaults, and stands in the spec when nobody has it",
          "[workloads]") {
  Made made(
      "{apiVersion: argoproj.io/v1alpha1, kind: Workflow, spec: {tolerations: [{operator: Exists}], nodeSelector: "
      "{a: b}, templates: [{name: t, nodeSelector: {c: d}, container: {image: i}}]}}");
  const auto objects = made.objects();
  const Pod& pod = objects.at(0).pods.at(0);
  CHECK(pod.tolerations.size() == 1);
  CHECK(pod.tolerations.at(0).field.path() == "spec.tolerations[0]");
  CHECK(pod.node_selector()["c"].text() == "d");
  CHECK(pod.get("affinity").path() == "spec.templates[0].affinity");
  CHECK_FALSE(pod.get("affinity").exists());
}

TEST_CASE("an image of repository and tag is put together", "[workloads]") {
  Made made("{apiVersion: apps.nvidia.com/v1alpha1, kind: NIMService, spec: {image: {repository: nvcr.io/nim/a, tag: "
            "'1.0'}}}");
  const auto objects = made.objects();
  CHECK(objects.at(0).pods.at(0).containers.at(0).image == "nvcr.io/nim/a:1.0");
}

TEST_CASE("objects inside take the namespace of what holds them", "[workloads]") {
  Made made("{apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata: {namespace: ml}, spec: "
            "{components: [{template: {apiVersion: v1, kind: Service}}, {template: {apiVersion: v1, kind: Service, "
            "metadata: {namespace: own}}}]}}");
  const auto objects = made.objects();
  REQUIRE(objects.size() == 3);
  CHECK(objects[1].namespace_ == "ml");
  CHECK(objects[2].namespace_ == "own");
}

TEST_CASE("lists are unfolded as deep as anyone nests them", "[workloads]") {
  Made few(nested_lists(kMaxObjectNesting));
  CHECK(few.objects().size() == 1);
  Made many(nested_lists(1000));
  CHECK(many.objects().empty());
}

TEST_CASE("an unknown kind is searched only so deep", "[workloads]") {
  const auto nested = [](std::size_t levels) {
    std::string text = R"({"apiVersion": "example.com/v1", "kind": "X", "a": )";
    for (std::size_t level = 0; level < levels; ++level) {
      text += R"({"a": )";
    }
    text += R"({"containers": [{"name": "a", "image": "b"}]})";
    return text + std::string(levels + 1, '}');
  };
  Made shallow(nested(60));
  CHECK(shallow.objects().at(0).knowledge == KindKnowledge::structural);
  Made deep(nested(2000));
  CHECK(deep.objects().at(0).knowledge == KindKnowledge::unknown);
}

TEST_CASE("huge replicas don't overflow", "[workloads]") {
  Made made("{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, spec: {replicas: 9223372036854775807, "
            "leaderWorkerTemplate: {size: 9223372036854775807, workerTemplate: {spec: {containers: [{name: a, image: "
            "b}]}}}}}");
  CHECK(made.objects().at(0).pods.at(0).replicas == std::numeric_limits<std::int64_t>::max());
  Made negative("{apiVersion: apps/v1, kind: Deployment, spec: {replicas: -3, template: {spec: {containers: [{name: a, "
                "image: b}]}}}}");
  CHECK(negative.objects().at(0).pods.at(0).replicas == 0);
}

TEST_CASE("rows of a policy go before the built-in ones and leave the others alone", "[workloads]") {
  const auto table = WorkloadTable::parse(R"(
workloads:
- apiVersions: [example.com/v1]
  kinds: [TrainingRun]
  pods: [{template: "spec.groups.*.template", role: "*", replicas: spec.groups.*.count}]
- apiVersions: [example.com/v1]
  kinds: [Nightly]
  pods: [{like: batch/Job, at: spec.job, validatedAtOnce: false}]
- {apiVersions: [example.com/v2], exact: true, kinds: [Nothing]}
)");
  REQUIRE(table.has_value());
  const std::string pod = "{spec: {containers: [{name: a, image: b}]}}";
  Made run("{apiVersion: example.com/v1beta1, kind: TrainingRun, spec: {groups: {w: {count: 4, template: " + pod +
           "}}}}");
  const auto objects = run.objects(*table);
  CHECK(objects.at(0).knowledge == KindKnowledge::known);
  CHECK(objects.at(0).pods.at(0).role == "w");
  CHECK(objects.at(0).pods.at(0).replicas == 4);
  Made nightly("{apiVersion: example.com/v1, kind: Nightly, spec: {job: {parallelism: 2, template: " + pod + "}}}");
  CHECK(nightly.objects(*table).at(0).pods.at(0).replicas == 2);
  CHECK_FALSE(nightly.objects(*table).at(0).pods.at(0).validated_at_once);
  Made known("{apiVersion: example.com/v2, kind: Nothing}");
  CHECK(known.objects(*table).at(0).knowledge == KindKnowledge::known);
  Made other_version("{apiVersion: example.com/v1, kind: Nothing}");
  CHECK(other_version.objects(*table).at(0).knowledge == KindKnowledge::unknown);
  Made deployment("{apiVersion: apps/v1, kind: Deployment, spec: {template: " + pod + "}}");
  CHECK(deployment.objects(*table).at(0).pods.size() == 1);
  CHECK(deployment.objects(*table).at(0).is_builtin);
}

TEST_CASE("mistakes in rows are named with their place", "[workloads]") {
  const auto mistake = [](std::string_view yaml) {
    const auto table = WorkloadTable::parse(yaml);
    return table ? std::string("none") : table.error();
  };
  const std::string head = "workloads:\n- apiVersions: [a/v1]\n  kinds: [A]\n";
  CHECK_THAT(mistake(head + "  pods: [{tempalte: spec}]\n"), Catch::StartsWith("4:11: unknown key 'tempalte'"));
  CHECK_THAT(mistake(head + "  pods: [{tempalte: spec}]\n"), Catch::Contains("did you mean 'template'?"));
  CHECK_THAT(mistake(head + "  pod: []\n"), Catch::StartsWith("4:3: unknown key 'pod'"));
  CHECK_THAT(mistake("workloads:\n- {kinds: [A]}\n"), Catch::StartsWith("2:3: a row needs apiVersions"));
  CHECK_THAT(mistake("workloads: 3\n"), Catch::StartsWith("1:12: expected a list of rows, found a number"));
  CHECK_THAT(mistake(head + "  pods: [{template: a, inline: b}]\n"), Catch::Contains("exactly one of"));
  CHECK_THAT(mistake(head + "  pods: [{template: a..b}]\n"), Catch::StartsWith("4:21: 'a..b' is not a path"));
  CHECK_THAT(mistake(head + "  pods: [{template: 'a[0].b'}]\n"), Catch::Contains("only []"));
  CHECK_THAT(mistake(head + "  pods: [{template: 'a[].b', replicas: 'c[].d'}]\n"),
             Catch::Contains("must be those of the pod's own path"));
  CHECK_THAT(mistake(head + "  pods: [{template: a, role: '*'}]\n"), Catch::Contains("has no *"));
  CHECK_THAT(mistake(head + "  pods: [{template: a, daemon: maybe}]\n"), Catch::Contains("expected true or false"));
  CHECK_THAT(mistake(head + "  pods: [{like: batch/Jobb, at: spec}]\n"), Catch::Contains("there is no row for"));
  CHECK_THAT(mistake(head + "  pods: [{like: batch/Job}]\n"), Catch::Contains("like needs at"));
  CHECK_THAT(mistake(head + "  pods: [{like: /Pod, at: spec.pod}]\n"), Catch::Contains("aren't below spec"));
  CHECK_THAT(mistake("workloads: [\n"), Catch::StartsWith("2:1: "));
  CHECK_THAT(mistake(""), Catch::Contains("empty"));
  CHECK(mistake(head) == "none");
}

TEST_CASE("rows that are like each other can't grow without end", "[workloads]") {
  std::string yaml = "- {apiVersions: [a/v1], kinds: [K0], pods: [{template: spec.template}]}\n";
  for (int row = 1; row < 40; ++row) {
    const std::string entry = "{like: a/K" + std::to_string(row - 1) + ", at: spec}";
    yaml += "- {apiVersions: [a/v1], kinds: [K" + std::to_string(row) + "], pods: [" + entry + ", " + entry + "]}\n";
  }
  const auto table = WorkloadTable::parse(yaml);
  REQUIRE_FALSE(table.has_value());
  CHECK_THAT(table.error(), Catch::Contains("entries of pods"));
}

TEST_CASE("a list of rows alone is a table", "[workloads]") {
  for (const char* text : {"# mine\n- apiVersions: [example.com/v1]\n  kinds: [Known]\n",
                           R"([{"apiVersions": ["example.com/v1"], "kinds": ["Known"]}])"}) {
    const auto table = WorkloadTable::parse(text);
    REQUIRE(table.has_value());
    Made known("{apiVersion: example.com/v1, kind: Known}");
    CHECK(known.objects(*table).at(0).knowledge == KindKnowledge::known);
  }
  const auto block = WorkloadTable::parse("- apiVersions: [a/v1]\n  kind: [A]\n");
  REQUIRE_FALSE(block.has_value());
  CHECK_THAT(block.error(), Catch::StartsWith("2:3: unknown key 'kind'"));
  const auto json = WorkloadTable::parse("[{kinds: [A]}]");
  REQUIRE_FALSE(json.has_value());
  CHECK_THAT(json.error(), Catch::StartsWith("1:2: a row needs apiVersions"));
}

TEST_CASE("rows are read from a tree too", "[workloads]") {
  Made good("rows: [{apiVersions: [example.com/v1], kinds: [Known]}]");
  const auto table = WorkloadTable::from_rows(*good.root["rows"].value());
  REQUIRE(table.has_value());
  Made known("{apiVersion: example.com/v1, kind: Known}");
  CHECK(known.objects(*table).at(0).knowledge == KindKnowledge::known);
  Made bad("rows: [{apiVersions: [example.com/v1], kind: Known}]");
  const auto mistake = WorkloadTable::from_rows(*bad.root["rows"].value());
  REQUIRE_FALSE(mistake.has_value());
  CHECK_THAT(mistake.error().message, Catch::Contains("did you mean 'kinds'?"));
  CHECK(bad.text.substr(mistake.error().range.begin, 4) == "kind");
}

} // namespace gpulint
