// The policy: one YAML file that is the whole behaviour of both front ends.
//
// Values only; reading it is load.hpp. Names in comments are the keys of the file.
#pragma once

#include "rules/kubernetes/scheduling.hpp"
#include "rules/policy/pattern.hpp"
#include "rules/workload/workloads.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

using Date = std::chrono::year_month_day;

enum class Action : std::uint8_t {
  off,
  audit,  ///< report and metrics only; severity info
  inject, ///< the edit is applied at admission; severity info
  warn,   ///< severity warning
  deny    ///< severity error; admission refuses
};

enum class Severity : std::uint8_t { info, warning, error };

Severity severity_of(Action action);
std::string_view name_of(Action action);
std::string_view name_of(Severity severity);

/// What shows that a pod means to use a pool although it asks for no device (spec.pools[].signals).
struct PoolSignals {
  std::vector<Pattern> runtime_classes; ///< runtimeClasses: whole runtimeClassName
  std::vector<Pattern> images;          ///< images: whole image reference without tag and digest
  std::vector<std::string> env;         ///< env: names whose presence means use (NVIDIA_VISIBLE_DEVICES)
  std::vector<std::string> labels;      ///< labels: pod labels whose presence means use (ring-controller.atlas)
  std::vector<Pattern> node_labels;     ///< nodeLabels: keys whose selection means use (nvidia\.com/.*)
};

/// How a demanded class becomes a node label (spec.pools[].classes).
struct DeviceClass {
  std::string name;                ///< high, medium, low, ...
  std::vector<std::string> models; ///< names of cards
  std::string fallback;            ///< another class; empty: none
};

struct PoolClasses {
  std::string label; ///< node label that holds the class
  std::vector<DeviceClass> classes;
};

/// How one kind of accelerator is fenced off in the cluster (spec.pools[]).
struct Pool {
  std::string name;
  std::vector<Pattern> resources; ///< whole resource names
  std::vector<Taint> taints;      ///< all of them must be tolerated; an empty value stands for whatever value
  std::vector<std::pair<std::string, std::string>> node_labels; ///< nodeLabels: what a pod selects to get there
  PoolClasses classes;
  PoolSignals signals;
  std::string runtime_class; ///< runtimeClassName that pods of this pool need; empty: none

  bool has_resource(std::string_view resource) const;
};

/// spec.antiAffinity: what replicas of one workload should do.
struct AntiAffinity {
  std::string topology_key = "kubernetes.io/hostname";
  std::int64_t weight = 100;
  bool required = false; ///< mode: preferred (default) or required
  std::int64_t min_replicas = 2;
};

/// Objects that an exception, an `allow` or a custom rule is about. Empty lists match everything.
struct ObjectMatch {
  std::vector<Pattern> namespaces; ///< found anywhere in the namespace; anchors say where
  std::vector<Pattern> names;
  std::vector<std::string> kinds;
  std::vector<std::string> accelerators; ///< names of pools that the pod asks for
};

/// spec.rules.<code or name>.
struct RuleSetting {
  std::optional<Action> action;
  std::vector<Pattern> allow; ///< found in "namespace/name": not reported there
};

enum class AssertOperator : std::uint8_t { in, not_in, exists, does_not_exist, gt, lt };

struct Assertion {
  std::string path;               ///< as written
  std::vector<std::string> steps; ///< keys; "[]" stands for every item, "[3]" for one
  AssertOperator op = AssertOperator::exists;
  std::vector<std::string> values;
};

/// spec.custom[].
struct CustomRule {
  std::string id;
  std::string name;
  Action action = Action::warn;
  ObjectMatch match;
  std::vector<Assertion> assertions;
  std::string message;
  std::string help;
};

/// spec.exceptions[].
struct Exception {
  std::vector<std::string> rules; ///< codes, resolved from names; custom ids as they are
  ObjectMatch match;
  std::string reason;
  std::optional<Date> until; ///< the last day on which it holds
  std::uint32_t line = 0;    ///< in the file that holds it
};

struct Policy {
  std::string name;
  std::string file;                 ///< where it was read; empty for the built-in one
  std::vector<std::string> presets; ///< extends, in the order applied
  std::vector<Pool> pools;
  AntiAffinity anti_affinity;
  std::map<std::string, RuleSetting, std::less<>> rules; ///< by code
  std::vector<CustomRule> custom;
  std::vector<Exception> exceptions;
  std::vector<std::string> system_namespaces; ///< systemNamespaces: node agents live here; isolation rules are quieter
  std::vector<std::string> schedulers;        ///< schedulers: names that pods may set besides default-scheduler
  std::shared_ptr<const WorkloadTable> workloads; ///< workloads: rows beside the built-in ones; null: none
  std::vector<std::string> workload_rows;         ///< the same rows as JSON, to write the policy out again

  const Pool* find_pool(std::string_view name) const;
  const Pool* pool_of(std::string_view resource) const; ///< the pool that serves this resource name
  bool is_system_namespace(std::string_view name) const;
};

} // namespace gpulint
