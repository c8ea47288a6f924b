// A rule = metadata + function. One file of rules/catalogue/ defines one Rule; registry.cpp lists them.
#pragma once

#include "rules/document/reader.hpp"
#include "rules/engine/accelerator_use.hpp"
#include "rules/engine/finding.hpp"
#include "rules/policy/policy.hpp"
#include "rules/workload/object.hpp"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace gpulint {

/// Everything that is said about a rule anywhere: help, documentation, SARIF. Texts are English sentences without
/// line breaks; `bad` and `good` are whole manifests.
struct RuleInfo {
  std::string_view code;        ///< "GPU101"; never changes meaning
  std::string_view name;        ///< "gpu-limit-missing": what it catches
  std::string_view summary;     ///< one sentence: what is wrong
  std::string_view rationale;   ///< why that hurts
  std::string_view help;        ///< what to write instead
  Action action = Action::warn; ///< in the built-in policy
  std::string_view since = "0.1.0";
  std::string_view bad;
  std::string_view good;
  std::string_view policy = {};              ///< what `bad` and `good` are checked with; empty: the built-in policy
  std::vector<std::string_view> fields = {}; ///< the field paths it reads, below the pod spec where not said otherwise
  std::vector<std::string_view> references = {}; ///< sources of the facts it stands on
};

/// What a rule may look at beside its subject.
struct Environment {
  const Policy& policy;
  const AcceleratorTable& accelerators;
};

struct PodContext {
  const Pod& pod;
  const Object& object;
  const PodAccelerators& accelerators;
  const Environment& environment;

  const Policy& policy() const { return environment.policy; }
};

struct ObjectContext {
  const Object& object;
  const Environment& environment;
};

struct DocumentContext {
  const Document& document;
  Field root;
  const std::pmr::vector<Object>& objects;
  std::string_view text; ///< of the whole file
};

using PodCheck = void (*)(const PodContext&, Report&);
using ObjectCheck = void (*)(const ObjectContext&, Report&);
using DocumentCheck = void (*)(const DocumentContext&, Report&);

/// Exactly one of the checks is set, or `by_engine` for what only the run itself sees (suppressions, texts that can't
/// be read). Checks are pure: same subject, same findings in the same order.
struct Rule {
  RuleInfo info;
  PodCheck check_pod = nullptr;
  ObjectCheck check_object = nullptr;
  DocumentCheck check_document = nullptr;
  bool by_engine = false;
};

} // namespace gpulint
