// Is this a GPU pod, and how do we know? What a pod asks for, and the signals of one that asks for nothing.
#pragma once

#include "rules/kubernetes/pod.hpp"
#include "rules/policy/accelerators.hpp"
#include "rules/policy/policy.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

/// One accelerator resource in one container.
struct AcceleratorRequest {
  const Container* container = nullptr;
  const AcceleratorResource* resource = nullptr; ///< nullptr: only a pool of the policy names it
  const Pool* pool = nullptr;                    ///< nullptr: no pool of the policy serves it
  std::string_view name;
  const ResourceAmount* limit = nullptr;
  const ResourceAmount* request = nullptr;

  /// What the pod would get: the limit, else the request; nothing where it isn't a quantity.
  std::optional<Quantity> amount() const;
  bool is_device() const { return resource == nullptr || resource->role == ResourceRole::device; }
  Field field() const { return limit != nullptr ? limit->field : request->field; }
};

enum class SignalKind : std::uint8_t {
  toleration,
  node_selector,
  node_affinity,
  runtime_class,
  image,
  env,
  label,
  demand ///< an annotation gpu-lint.dev/<demand>
};

/// A sign that a pod means to use a pool.
struct Signal {
  SignalKind kind{};
  bool strong = false; ///< means use by itself (NVIDIA_VISIBLE_DEVICES=all); weak ones only suggest it
  const Pool* pool = nullptr;
  const Container* container = nullptr; ///< for images and env
  Field field;
  std::string what; ///< for messages: "tolerates the taint nvidia.com/gpu"
};

/// All of it for one pod.
struct PodAccelerators {
  std::vector<AcceleratorRequest> requests; ///< devices, companions, monitors; zero amounts too
  std::vector<Signal> signals;
  Field claims;             ///< spec.resourceClaims that name (or may name) an accelerator; missing: none
  Field sharing_annotation; ///< gpu-fraction, gpu-memory of KAI or Run:ai; missing: none

  /// Asks for a device above zero by limits or requests, by a DRA claim or by a sharing annotation.
  bool asks() const;
  /// Some container asks for a device above zero in limits or requests (no claim, no annotation).
  bool asks_by_resource() const;
  bool has_signals() const { return !signals.empty(); }
  const Signal* strongest_signal() const;
  /// Sum over containers as the scheduler adds them (init containers by maximum, sidecars added), of devices only.
  std::int64_t device_count() const;
  /// Pools that the pod asks for, each once.
  std::vector<const Pool*> pools() const;
  /// The device requests of one container.
  std::vector<const AcceleratorRequest*> of(const Container& container) const;
};

PodAccelerators find_accelerators(const Pod& pod, const Policy& policy, const AcceleratorTable& table);

} // namespace gpulint
