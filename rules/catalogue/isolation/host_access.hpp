// What the isolation rules share: who may do such things, and which parts of the host a pod mounts.
#pragma once

#include "rules/engine/rule.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gpulint {

/// Node agents (device plugins, exporters, driver containers) rightly use nearly every way that these rules close.
enum class Trust : std::uint8_t {
  user,        ///< everything else
  agent,       ///< a DaemonSet, or anything in a system namespace: reported as advice
  system_agent ///< a DaemonSet in a system namespace: not reported
};

Trust trust_of(const PodContext& in);

/// Caps a finding about an agent at audit.
RawFinding& soften(RawFinding& finding, const PodContext& in);

/// The pod asks for an accelerator, or shows that it means to use one: it runs on GPU nodes.
bool is_gpu_pod(const PodContext& in);

/// The container asks for an accelerator itself: a resource above zero, or a claim.
bool container_asks(const PodContext& in, const Container& container);

/// What the pod asks for may stand somewhere else: fragments, specs that an operator completes, claims and
/// annotations that say nothing about containers.
bool may_ask_elsewhere(const PodContext& in);

/// `container "main"`, `init container "download"`.
std::string in_words(const Container& container);

/// A hostPath volume that a container mounts.
struct HostMount {
  Field path;             ///< the volume's hostPath.path
  std::string_view clean; ///< without repeated slashes, dots and a slash at the end; "/" for the root
  const Container* container = nullptr;
  bool privileged = false; ///< some container that mounts it is privileged
};

/// Calls `visit` once for each hostPath volume that is mounted.
void for_each_host_mount(const PodContext& in, const std::function<void(const HostMount&)>& visit);

/// `path` is `directory` or lies in it. Both are clean.
bool is_within(std::string_view path, std::string_view directory);

} // namespace gpulint
