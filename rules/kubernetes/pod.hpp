// A pod as rules see it, wherever it stood: in a Pod, in a template of any workload, or spread over a custom resource.
#pragma once

#include "rules/kubernetes/quantity.hpp"
#include "rules/kubernetes/scheduling.hpp"

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

namespace gpulint {

/// One entry of limits or requests.
struct ResourceAmount {
  std::string_view name;
  Field field;
  std::optional<Quantity> quantity; ///< nothing: not a quantity
};

struct EnvVar {
  std::string_view name;
  Field field;              ///< the list item
  Field value;              ///< missing for valueFrom
  bool from_source = false; ///< has valueFrom
};

struct VolumeMount {
  std::string_view name;
  std::string_view mount_path;
  Field field;
};

enum class ContainerRole : std::uint8_t {
  app,
  init,
  sidecar, ///< an init container with restartPolicy: Always
  ephemeral
};

struct Container {
  ContainerRole role = ContainerRole::app;
  Field field;
  std::string_view name;
  std::string_view image;
  Field resources; ///< may be missing
  Field limits;
  Field requests;
  std::pmr::vector<ResourceAmount> limit_amounts;
  std::pmr::vector<ResourceAmount> request_amounts;
  std::pmr::vector<EnvVar> env;
  std::pmr::vector<VolumeMount> mounts;

  const ResourceAmount* limit(std::string_view resource) const;
  const ResourceAmount* request(std::string_view resource) const;
  bool is_privileged() const { return field.at("securityContext.privileged").is_true(); }
};

/// Where the pod came from: decides which rules make sense for it.
enum class PodSource : std::uint8_t {
  pod,          ///< a Pod object
  pod_template, ///< a PodTemplateSpec of a controller: requests-only is seen by the API server only when pods are made
  inline_spec,  ///< fields of a pod spread over a custom resource (KServe predictor, NIMService, Argo template)
  structural    ///< found by its shape in an unknown kind: best effort
};

struct Pod {
  PodSource source = PodSource::pod;
  Field base;     ///< what holds metadata and spec (the Pod, the template); the inline spec itself otherwise
  Field metadata; ///< may be missing
  Field spec;     ///< what holds containers, tolerations, ...
  Field defaults; ///< where fields that `spec` lacks are taken from (Argo workflow spec); usually missing
  Field labels;
  Field annotations;
  std::string_view role;                ///< "Worker", "head", the task's name; empty for plain workloads
  std::optional<std::int64_t> replicas; ///< nothing: not written or not fixed (DaemonSet)
  Field replicas_field;                 ///< where they are written; may be missing
  bool is_daemon = false;               ///< one per node
  bool runs_to_completion = false;      ///< Job and the like
  bool validated_at_once = false;       ///< the API server validates this template when the object is created
  bool partial = false; ///< merged with something else later (patch, ServingRuntime): nothing is missing by itself

  std::pmr::vector<Container> containers; ///< app containers, then init, then ephemeral ones
  std::pmr::vector<Toleration> tolerations;
  NodeAffinity node_affinity;
  std::pmr::vector<PodAffinityTerm> pod_affinity;
  std::pmr::vector<PodAffinityTerm> pod_anti_affinity;

  /// A field of the pod spec, or of `defaults` where spec lacks it. For a missing one: where it would stand in spec.
  Field get(std::string_view key) const;
  Field node_selector() const { return get("nodeSelector"); }
  Field volumes() const { return get("volumes"); }
  std::string_view scheduler_name() const { return get("schedulerName").text(); }
  std::string_view runtime_class() const { return get("runtimeClassName").text(); }
  std::string_view annotation(std::string_view key) const { return annotations[key].text(); }
  std::string_view label(std::string_view key) const { return labels[key].text(); }
};

/// Fills the typed members of `pod` (containers, tolerations, affinity, labels, annotations) from base, metadata, spec
/// and defaults. Values of wrong kinds are left out, never an error: other rules report them.
void parse_pod(Pod& pod, Arena& arena);

/// Adds one container that stands outside of spec.containers (KServe `model`, NIMService's own spec).
void add_container(Pod& pod, const Field& container, ContainerRole role, Arena& arena);

/// Gives a container resources that stand elsewhere than at its `resources` (TrainJob's resourcesPerNode).
void set_resources(Container& container, const Field& resources, Arena& arena);

} // namespace gpulint
