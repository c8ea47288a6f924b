// Label selectors of (anti-)affinity and spreading against the pod's own labels.
#pragma once

#include "rules/engine/rule.hpp"

namespace gpulint::placement {

/// The selector selects, and surely not the pods of this template. False also where that can't be known: controllers
/// and operators add labels of their own to the pods that they make (`job-name`, `serving.kserve.io/inferenceservice`).
bool surely_misses_own_pods(const Field& label_selector, const PodContext& in);

/// `matchLabels` and `matchExpressions` are both missing or empty: matches every pod.
bool matches_everything(const Field& label_selector);

/// Several pods from one template that are to stay apart: replicas of a service, not the parts of a job or of a larger
/// whole.
bool is_replicated_service(const PodContext& in, std::int64_t at_least);

} // namespace gpulint::placement
