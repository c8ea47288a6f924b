// What the rules about asking for accelerators share: amounts of requests, and words for messages.
#pragma once

#include "rules/engine/rule.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpulint::requests {

/// No node of any maker has more devices, replicas of shared ones included: such an amount is a mistake in the unit.
inline constexpr std::int64_t kMoreThanAnyNode = 1 << 20;

/// Requests of one pod beyond which rules that compare each with each stay silent: no honest pod has so many.
inline constexpr std::size_t kMostPairs = 500;

/// A text of the document for a message: cut where it is longer than any honest one.
std::string clipped(std::string_view text);

/// "container trainer", "init container fetch", "sidecar proxy"; by number where it has no name.
std::string text_of(const Container& container);

/// Limits and requests of this container count: everything but ephemeral containers, which may have none.
bool has_resources(const Container& container);

/// The API counts the name as an extended resource: whole numbers, requests equal to limits. Names in kubernetes.io are
/// its own (alpha.kubernetes.io/nvidia-gpu) and are held to neither (k8s.io/kubernetes helpers.go,
/// IsExtendedResourceName).
bool is_extended(std::string_view resource);

/// The amount where the API takes it: a whole number, not negative. Other rules report the rest.
std::optional<std::int64_t> amount_of(const AcceleratorRequest& request);

/// Asks for more than nothing.
bool is_positive(const AcceleratorRequest& request);

/// A device (no companion, monitor or adapter), more than none of it, in a container that may have it.
bool is_asked_device(const AcceleratorRequest& request);

/// The same container names this resource too, with more than nothing.
const AcceleratorRequest* beside(const PodContext& in, const Container* container, std::string_view resource);

/// The value as it is written, for messages: `1Gi`, `0.5`.
std::string written(const Field& value);

/// 'a', 'a or b', 'a, b or c'.
template <class Names>
std::string any_of_text(const Names& names) {
  std::string text;
  std::size_t left = names.size();
  for (const auto& name : names) {
    text += name;
    --left;
    text += left > 1 ? ", " : left == 1 ? " or " : "";
  }
  return text;
}

} // namespace gpulint::requests
