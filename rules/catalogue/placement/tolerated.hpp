// Taints of pools against the tolerations of a pod.
#pragma once

#include "rules/kubernetes/pod.hpp"

namespace gpulint::placement {

/// A taint that the scheduler obeys; PreferNoSchedule only lowers a node's rank.
bool keeps_out(const Taint& taint);

bool is_tolerated(const Pod& pod, const Taint& taint);

/// Some toleration has the taint's key. Where it doesn't fit, that is a fault of its own (toleration-value-mismatch,
/// toleration-effect-mismatch), not a missing toleration.
bool is_attempted(const Pod& pod, const Taint& taint);

} // namespace gpulint::placement
