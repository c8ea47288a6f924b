// Policy files: good ones load and are written out to the same policy, bad ones say what is wrong and where.
#include "rules/policy/load.hpp"
#include "rules/policy/reading.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace gpulint;

namespace {

constexpr std::array kRules = {
    RuleName{"GPU101", "gpu-limit-missing", Action::deny},
    RuleName{"GPU190", "gpu-without-cpu-memory", Action::warn},
    RuleName{"GPU191", "accelerator-companion-alone", Action::deny},
    RuleName{"GPU201", "toleration-missing", Action::inject},
    RuleName{"GPU290", "blanket-toleration", Action::warn},
    RuleName{"GPU291", "gpu-taint-tolerated-without-gpu", Action::warn},
    RuleName{"GPU301", "visible-devices-env", Action::deny},
    RuleName{"GPU302", "host-device-path", Action::deny},
    RuleName{"GPU390", "node-name", Action::warn},
    RuleName{"GPU391", "foreign-scheduler", Action::warn},
    RuleName{"GPU392", "runtime-class-without-request", Action::warn},
    RuleName{"GPU393", "host-ipc", Action::warn},
    RuleName{"GPU394", "host-pid", Action::warn},
};

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::filesystem::path> files(const char* folder) {
  std::vector<std::filesystem::path> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(GPULINT_TEST_DIR) / "policies" / folder)) {
    all.push_back(entry.path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string all_texts(const std::vector<PolicyError>& errors) {
  std::string texts;
  for (const PolicyError& error : errors) {
    texts += error.text() + "\n";
  }
  return texts;
}

std::shared_ptr<const Policy> load(std::string_view text, std::span<const RuleName> rules = kRules) {
  auto policy = load_policy(text, "policy.yaml", rules);
  INFO((policy ? std::string() : all_texts(policy.error())));
  REQUIRE(policy.has_value());
  return *policy;
}

std::vector<PolicyError> errors_of(std::string_view text) {
  const auto policy = load_policy(text, "policy.yaml", kRules);
  return policy ? std::vector<PolicyError>() : policy.error();
}

std::string with_spec(std::string_view spec) {
  return "apiVersion: gpu-lint.dev/v1\nkind: Policy\nspec: " + std::string(spec) + "\n";
}

struct Expected {
  std::string place;
  std::string words;
};

/// `# error 3:5 words` anywhere in the file.
std::vector<Expected> expected_errors(const std::string& text) {
  std::vector<Expected> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::string mark = "# error ";
    const std::size_t at = line.find(mark);
    if (at != std::string::npos) {
      const std::string rest = line.substr(at + mark.size());
      all.push_back({rest.substr(0, rest.find(' ')), rest.substr(rest.find(' ') + 1)});
    }
  }
  return all;
}

void check_same(const std::vector<Pattern>& left, const std::vector<Pattern>& right) {
  CHECK((left == right));
}

void check_same(const Pool& left, const Pool& right) {
  CAPTURE(left.name);
  CHECK(left.name == right.name);
  check_same(left.resources, right.resources);
  CHECK((left.taints == right.taints));
  CHECK(left.node_labels == right.node_labels);
  CHECK(left.classes.label == right.classes.label);
  REQUIRE(left.classes.classes.size() == right.classes.classes.size());
  for (std::size_t i = 0; i < left.classes.classes.size(); ++i) {
    CHECK(left.classes.classes[i].name == right.classes.classes[i].name);
    CHECK(left.classes.classes[i].models == right.classes.classes[i].models);
    CHECK(left.classes.classes[i].fallback == right.classes.classes[i].fallback);
  }
  check_same(left.signals.runtime_classes, right.signals.runtime_classes);
  check_same(left.signals.images, right.signals.images);
  CHECK(left.signals.env == right.signals.env);
  CHECK(left.signals.labels == right.signals.labels);
  check_same(left.signals.node_labels, right.signals.node_labels);
  CHECK(left.runtime_class == right.runtime_class);
}

void check_same(const ObjectMatch& left, const ObjectMatch& right) {
  check_same(left.namespaces, right.namespaces);
  check_same(left.names, right.names);
  CHECK(left.kinds == right.kinds);
  CHECK(left.accelerators == right.accelerators);
}

void check_same(const CustomRule& left, const CustomRule& right) {
  CHECK(left.id == right.id);
  CHECK(left.name == right.name);
  CHECK(left.action == right.action);
  check_same(left.match, right.match);
  CHECK(left.message == right.message);
  CHECK(left.help == right.help);
  REQUIRE(left.assertions.size() == right.assertions.size());
  for (std::size_t i = 0; i < left.assertions.size(); ++i) {
    CHECK(left.assertions[i].path == right.assertions[i].path);
    CHECK(left.assertions[i].steps == right.assertions[i].steps);
    CHECK(left.assertions[i].op == right.assertions[i].op);
    CHECK(left.assertions[i].values == right.assertions[i].values);
  }
}

Action action_of(const Policy& policy, const RuleName& rule) {
  const auto found = policy.rules.find(rule.code);
  return found != policy.rules.end() && found->second.action ? *found->second.action : rule.default_action;
}

std::vector<Pattern> allow_of(const Policy& policy, const RuleName& rule) {
  const auto found = policy.rules.find(rule.code);
  return found == policy.rules.end() ? std::vector<Pattern>() : found->second.allow;
}

/// Everything but where it came from (file, presets, lines).
void check_same(const Policy& left, const Policy& right) {
  CHECK(left.name == right.name);
  REQUIRE(left.pools.size() == right.pools.size());
  for (std::size_t i = 0; i < left.pools.size(); ++i) {
    check_same(left.pools[i], right.pools[i]);
  }
  CHECK(left.anti_affinity.topology_key == right.anti_affinity.topology_key);
  CHECK(left.anti_affinity.weight == right.anti_affinity.weight);
  CHECK(left.anti_affinity.required == right.anti_affinity.required);
  CHECK(left.anti_affinity.min_replicas == right.anti_affinity.min_replicas);
  for (const RuleName& rule : kRules) {
    CHECK(action_of(left, rule) == action_of(right, rule));
    check_same(allow_of(left, rule), allow_of(right, rule));
  }
  REQUIRE(left.custom.size() == right.custom.size());
  for (std::size_t i = 0; i < left.custom.size(); ++i) {
    check_same(left.custom[i], right.custom[i]);
  }
  REQUIRE(left.exceptions.size() == right.exceptions.size());
  for (std::size_t i = 0; i < left.exceptions.size(); ++i) {
    CHECK(left.exceptions[i].rules == right.exceptions[i].rules);
    check_same(left.exceptions[i].match, right.exceptions[i].match);
    CHECK(left.exceptions[i].reason == right.exceptions[i].reason);
    CHECK((left.exceptions[i].until == right.exceptions[i].until));
  }
  CHECK(left.system_namespaces == right.system_namespaces);
  CHECK(left.schedulers == right.schedulers);
  CHECK(left.workload_rows == right.workload_rows);
}

/// Every key that the rows name, at any depth.
void collect_keys(const policy_file::Shape& shape, std::set<std::string>& names) {
  if (shape.keys != nullptr) {
    for (const policy_file::KeyInfo* key : shape.keys()) {
      names.insert(std::string(key->name));
      collect_keys(key->shape, names);
    }
  }
  if (shape.item != nullptr) {
    collect_keys(*shape.item, names);
  }
}

} // namespace

TEST_CASE("bad policies say what is wrong and where", "[policy]") {
  const auto bad = files("bad");
  REQUIRE(bad.size() > 15);
  for (const auto& path : bad) {
    const std::string text = read(path);
    const std::string name = path.filename().string();
    const auto policy = load_policy(text, name, kRules);
    CAPTURE(name);
    if (policy) {
      FAIL_CHECK("it loads");
      continue;
    }
    const std::vector<Expected> expected = expected_errors(text);
    INFO(all_texts(policy.error()));
    CHECK(policy.error().size() == expected.size());
    for (const Expected& one : expected) {
      CAPTURE(one.place, one.words);
      CHECK(std::any_of(policy.error().begin(), policy.error().end(), [&](const PolicyError& error) {
        return error.text().starts_with(name + ":" + one.place + ": ") &&
               error.message.find(one.words) != std::string::npos;
      }));
    }
    CHECK(std::is_sorted(policy.error().begin(), policy.error().end(),
                         [](const PolicyError& a, const PolicyError& b) { return a.position.byte < b.position.byte; }));
  }
}

TEST_CASE("good policies load, and what is written out loads to the same", "[policy]") {
  const auto good = files("good");
  REQUIRE(good.size() > 3);
  for (const auto& path : good) {
    CAPTURE(path.filename().string());
    const auto policy = load(read(path));
    const std::string written = policy_yaml(*policy, kRules);
    INFO(written);
    const auto again = load(written);
    check_same(*policy, *again);
    CHECK(policy_yaml(*again, kRules).size() <= written.size());
  }
}

TEST_CASE("the built-in policy and every preset are written out and load to the same", "[policy]") {
  const auto builtin = default_policy(kRules);
  check_same(*builtin, *load(policy_yaml(*builtin, kRules)));
  for (const std::string_view preset : preset_names()) {
    CAPTURE(preset);
    const auto policy = load(with_spec("{extends: [" + std::string(preset) + "]}"));
    CHECK(policy->presets.back() == preset);
    check_same(*policy, *load(policy_yaml(*policy, kRules)));
  }
}

TEST_CASE("the full example holds every key that there is", "[policy]") {
  const std::string full = read(std::filesystem::path(GPULINT_TEST_DIR) / "policies/good/full.yaml");
  std::set<std::string> names;
  collect_keys(policy_file::file_shape(), names);
  names.erase("workloads"); // their form belongs to the workload table: a test of its own
  CHECK(names.size() > 40);
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(full.find(name + ":") != std::string::npos);
  }
}

TEST_CASE("a policy's values", "[policy]") {
  const auto policy = load(read(std::filesystem::path(GPULINT_TEST_DIR) / "policies/good/full.yaml"));
  CHECK(policy->name == "team-cluster");
  CHECK(policy->file == "policy.yaml");
  CHECK(policy->presets == std::vector<std::string>{"nvidia-gpu-operator"});

  const Pool* const nvidia = policy->find_pool("nvidia");
  REQUIRE(nvidia != nullptr);
  CHECK(nvidia == &policy->pools.front());
  CHECK(nvidia->has_resource("nvidia.com/special-b"));
  CHECK(nvidia->has_resource("nvidia.com/mig-1g.10gb")); // from the built-in policy
  REQUIRE(nvidia->taints.size() == 2);
  CHECK((nvidia->taints[0] == Taint{"nvidia.com/gpu", "true", "NoSchedule"}));
  CHECK((nvidia->taints[1] == Taint{"team", "", "NoSchedule"}));
  CHECK(nvidia->node_labels == std::vector<std::pair<std::string, std::string>>{{"hardware", "gpu"}, {"zone", ""}});
  REQUIRE(nvidia->classes.classes.size() == 3);
  CHECK(nvidia->classes.classes[0].fallback == "medium");
  CHECK(nvidia->classes.classes[1].models == std::vector<std::string>{"T4", "RTX 3060"});
  CHECK(nvidia->runtime_class == "nvidia");
  CHECK(nvidia->signals.env == std::vector<std::string>{"NVIDIA_VISIBLE_DEVICES", "MY_DEVICES"});
  CHECK(policy->pool_of("lab.example.com/card")->name == "lab");
  CHECK(policy->pool_of("cpu") == nullptr);

  CHECK(policy->anti_affinity.required);
  CHECK(policy->anti_affinity.min_replicas == 3);
  CHECK(policy->rules.at("GPU101").action == Action::off); // `off` without quotes is false to kubectl's reader
  CHECK(policy->rules.at("GPU301").allow.size() == 2);
  REQUIRE(policy->custom.size() == 2);
  CHECK(policy->custom[0].assertions[0].steps ==
        std::vector<std::string>{"metadata", "labels", "kueue.x-k8s.io/queue-name"});
  CHECK(policy->custom[0].assertions[1].steps == std::vector<std::string>{"pod", "spec", "containers", "[]", "image"});
  CHECK(policy->custom[0].assertions[5].steps == std::vector<std::string>{"spec", "tasks", "[0]", "name"});
  CHECK(policy->custom[0].assertions[2].values == std::vector<std::string>{"-10"});
  CHECK(policy->custom[1].action == Action::warn);
  REQUIRE(policy->exceptions.size() == 2);
  CHECK(policy->exceptions[0].rules == std::vector<std::string>{"GPU302", "TEAM001", "TEAM002"});
  CHECK((policy->exceptions[0].until == Date(std::chrono::year(2027), std::chrono::June, std::chrono::day(30))));
  CHECK(policy->exceptions[0].line == 50);
  CHECK(policy->exceptions[1].rules == std::vector<std::string>{"GPU101"});
  CHECK(policy->is_system_namespace("my-drivers"));
  CHECK(policy->is_system_namespace("kube-node-lease"));
  CHECK_FALSE(policy->is_system_namespace("default"));
  CHECK(std::count(policy->system_namespaces.begin(), policy->system_namespaces.end(), "kube-system") == 1);
}

TEST_CASE("presets: order, repetition, cycles, mistakes inside", "[policy]") {
  using policy_file::Loading;
  const auto run = [](std::string_view text) {
    Loading loading;
    loading.rules = kRules;
    loading.preset_text = [](std::string_view name) -> std::string_view {
      constexpr std::pair<std::string_view, std::string_view> kPresets[] = {
          {"base", "spec: {antiAffinity: {weight: 1}, schedulers: [base]}"},
          {"a", "spec: {extends: [base], antiAffinity: {weight: 2}}"},
          {"b", "spec: {extends: [base], antiAffinity: {minReplicas: 7}}"},
          {"one", "spec: {extends: [two]}"},
          {"two", "spec: {extends: [one]}"},
          {"self", "spec: {extends: [self]}"},
          {"broken", "spec: {extends: [base], rules: {nothing: {}}}"}};
      for (const auto& [known, spec] : kPresets) {
        if (known == name) {
          static std::vector<std::unique_ptr<std::string>> kept;
          kept.push_back(
              std::make_unique<std::string>("apiVersion: gpu-lint.dev/v1\nkind: Policy\n" + std::string(spec)));
          return *kept.back();
        }
      }
      return {};
    };
    std::string name;
    policy_file::read_file(loading, text, "p.yaml", name);
    return loading;
  };
  const Loading both = run(with_spec("{extends: [a, b]}"));
  CHECK(both.errors.empty());
  CHECK(both.policy.presets == std::vector<std::string>{"base", "a", "b"}); // base doesn't undo a
  CHECK(both.policy.anti_affinity.weight == 2);
  CHECK(both.policy.anti_affinity.min_replicas == 7);
  CHECK(run(with_spec("{antiAffinity: {weight: 9}, extends: [a]}")).policy.anti_affinity.weight == 9); // the file wins

  CHECK(all_texts(run(with_spec("{extends: [one]}")).errors) ==
        "preset two:3:18: spec.extends[0]: the preset \"one\" extends itself, through the presets it names\n");
  CHECK(all_texts(run(with_spec("{extends: [self]}")).errors) ==
        "preset self:3:18: spec.extends[0]: the preset \"self\" extends itself, through the presets it names\n");
  CHECK(all_texts(run(with_spec("{extends: [broken]}")).errors)
            .starts_with("preset broken:3:33: there is no rule \"nothing\""));
}

TEST_CASE("policies merge: pools refine or replace, rules merge key by key", "[policy]") {
  const auto refined = load(with_spec("{extends: [aks], pools: [{name: nvidia, runtimeClass: nvidia}], "
                                      "rules: {GPU101: {allow: [x]}}}"));
  const Pool* pool = refined->find_pool("nvidia");
  CHECK(pool->runtime_class == "nvidia");
  CHECK(pool->taints[0].key == "sku");
  CHECK(pool->has_resource("nvidia.com/gpu"));
  CHECK_FALSE(refined->rules.at("GPU101").action.has_value());

  const auto replaced = load(with_spec("{pools: [{name: nvidia, replace: true, resources: [a]}]}"));
  CHECK(replaced->pools.front().name == "nvidia");
  CHECK(replaced->pool_of("nvidia.com/gpu") == nullptr);
  CHECK(replaced->pools.front().taints.empty());
  CHECK(replaced->pools.front().signals.env.empty());

  CHECK(load(with_spec("{pools: [{name: nvidia, taints: []}]}"))->find_pool("nvidia")->taints.empty());
  CHECK_FALSE(errors_of(with_spec("{pools: [{name: nvidia, replace: true}]}")).empty());
}

TEST_CASE("policies of hostile size and shape", "[policy]") {
  const auto only = [](const std::vector<PolicyError>& errors, std::string_view words) {
    INFO(all_texts(errors));
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].message.find(words) != std::string::npos);
  };
  only(errors_of(""), "the file is empty");
  only(errors_of(std::string(policy_file::kMaxFileBytes + 1, '#')), "a policy may hold 1048576");
  only(errors_of(","), "");
  only(errors_of("\xFF\xFE\xFF"), "");
  only(errors_of(std::string("a: \0b", 5)), "");
  only(errors_of(std::string(200000, '[')), "");
  only(errors_of("!!2#ip,"), "");
  only(errors_of("%%% {{ nothing }} : : [\n"), "");
  only(errors_of("kind: Policy\nspec: \"never ends\n"), "");
  only(errors_of(with_spec("*x")), "");
  only(errors_of(with_spec("{schedulers: [" +
                           [] {
                             std::string items;
                             for (int i = 0; i < 20000; ++i) {
                               items += "a" + std::to_string(i) + ",";
                             }
                             return items;
                           }() +
                           "]}")),
       "more than 10000 items");

  std::string keys = "{";
  for (int i = 0; i < 50000; ++i) {
    keys += "key" + std::to_string(i) + ": 1, ";
  }
  CHECK(errors_of(with_spec(keys + "}")).size() == policy_file::kMaxErrors);

  std::string patterns;
  for (std::size_t i = 0; i <= policy_file::kMaxRegularPatterns; ++i) {
    patterns += "'a+" + std::to_string(i) + "', ";
  }
  only(errors_of(with_spec("{rules: {GPU101: {allow: [" + patterns + "]}}}")), "join some of them");

  // Ten lists of 9,000 items each, thirty times over by aliases.
  std::string many = "{custom: [";
  std::string words = "&w [";
  for (int i = 0; i < 9000; ++i) {
    words += std::to_string(i) + "x,";
  }
  for (int i = 0; i < 30; ++i) {
    many += "{id: T" + std::to_string(i) + ", name: t" + std::to_string(i) +
            ", message: m, assert: [{path: a, operator: In, values: " + (i == 0 ? words + "]" : std::string("*w")) +
            "}]},";
  }
  only(errors_of(with_spec(many + "]}")), "aliases written out");

  // Long and unprintable texts don't flood the report.
  const auto long_key = errors_of(with_spec("{\"" + std::string(900, 'k') + "\\e[31m\": 1}"));
  REQUIRE(long_key.size() == 1);
  CHECK(long_key[0].message.size() < 400);
  const auto escape = errors_of(with_spec("{\"\\e[31m\": 1}"));
  REQUIRE(escape.size() == 1);
  CHECK(escape[0].message.find('\x1B') == std::string::npos);
}

TEST_CASE("a policy in UTF-16, with a byte order mark, with CRLF", "[policy]") {
  const std::string text =
      "apiVersion: gpu-lint.dev/v1\r\nkind: Policy\r\nmetadata: {name: \"n\"}\r\nspec: {pool: []}\r\n";
  std::string wide = "\xFF\xFE";
  for (const char c : text) {
    wide += c;
    wide += '\0';
  }
  for (const std::string& form : {text, "\xEF\xBB\xBF" + text, wide}) {
    const auto errors = errors_of(form);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].position.line == 4);
    CHECK(errors[0].message == "\"pool\" is not a key of spec; did you mean \"pools\"?");
  }
}

TEST_CASE("nearest names", "[policy]") {
  constexpr std::string_view kNames[] = {"pools", "rules", "gpu-limit-missing", "GPU101"};
  CHECK(nearest_name("pool", kNames) == "pools");
  CHECK(nearest_name("Pools", kNames) == "pools");
  CHECK(nearest_name("rulse", kNames) == "rules");
  CHECK(nearest_name("gpu-limits-misssing", kNames) == "gpu-limit-missing");
  CHECK(nearest_name("gpu102", kNames) == "GPU101");
  CHECK_FALSE(nearest_name("antiAffinity", kNames));
  CHECK_FALSE(nearest_name("", kNames));
  CHECK_FALSE(nearest_name(std::string(100000, 'p'), kNames));
  CHECK_FALSE(nearest_name("x", kNames));
}

TEST_CASE("dates", "[policy]") {
  using policy_file::parse_date;
  CHECK(policy_file::date_text(*parse_date("2027-06-30")) == "2027-06-30");
  CHECK(parse_date("2028-02-29"));
  for (const char* bad : {"2027-02-29", "2027-13-01", "2027-00-10", "2027-1-10", "27-01-10", "2027-01-10T00",
                          "2027/01/10", " 2027-01-1", "+027-01-01", ""}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_date(bad));
  }
}
