// One Kubernetes object of a document, with the pods that it makes.
#pragma once

#include "rules/kubernetes/pod.hpp"

#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

struct ObjectFields;

/// How well we know a kind.
enum class KindKnowledge : std::uint8_t {
  known,      ///< a row of the workload table, or a built-in kind without pods
  structural, ///< not in the table; something in it has the shape of a pod template
  unknown     ///< not in the table and nothing found
};

struct Object {
  Field root;
  std::string_view api_version;
  std::string_view kind;
  std::string_view name;       ///< metadata.name, or generateName
  std::string_view namespace_; ///< metadata.namespace; empty where it is left to the client
  Field metadata;
  KindKnowledge knowledge = KindKnowledge::unknown;
  bool is_patch = false;   ///< a kustomize patch or another fragment: not judged for what is missing
  bool is_builtin = false; ///< a kind of Kubernetes itself (strict decoding applies)
  std::pmr::vector<Pod> pods;

  /// What object_fields() found, made on first use: one walk serves the rules on unknown, misplaced and wrong fields.
  mutable std::shared_ptr<const ObjectFields> fields = {};
};

} // namespace gpulint
