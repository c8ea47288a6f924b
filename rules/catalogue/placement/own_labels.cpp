#include "rules/catalogue/placement/own_labels.hpp"

#include <algorithm>
#include <array>

namespace gpulint::placement {

namespace {

/// Kubernetes' own controllers set prefixed labels, and these two (batch/v1 Job, from before the prefix).
bool is_set_by_controller(std::string_view key) {
  return key.find('/') != std::string_view::npos || key == "job-name" || key == "controller-uid" ||
         key == "pod-template-hash" || key == "controller-revision-hash" || key == "pod-template-generation";
}

/// Whether the template tells what the pods' label `key` will be.
bool is_known(std::string_view key, const PodContext& in) {
  return in.pod.labels[key].exists() || (in.object.is_builtin && !is_set_by_controller(key));
}

} // namespace

bool matches_everything(const Field& label_selector) {
  return label_selector.is(Kind::mapping) && label_selector["matchLabels"].size() == 0 &&
         label_selector["matchExpressions"].size() == 0;
}

bool surely_misses_own_pods(const Field& label_selector, const PodContext& in) {
  if (!label_selector.is(Kind::mapping) || in.pod.partial || selector_matches(label_selector, in.pod.labels)) {
    return false;
  }
  for (const Field label : label_selector["matchLabels"].children()) {
    if (!is_known(label.key(), in) || !(label.is(Kind::string) || !label)) {
      return false;
    }
  }
  for (const Field expression : label_selector["matchExpressions"].children()) {
    if (!is_known(expression["key"].text(), in)) {
      return false;
    }
  }
  return true;
}

bool is_replicated_service(const PodContext& in, std::int64_t at_least) {
  return !in.pod.partial && !in.pod.is_daemon && !in.pod.runs_to_completion && in.pod.role.empty() &&
         in.pod.replicas.value_or(1) >= at_least;
}

} // namespace gpulint::placement
