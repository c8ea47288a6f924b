#include "rules/catalogue/placement/subject.hpp"

#include <algorithm>

namespace gpulint::placement {

std::string quoted(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  out += '"';
  out += text;
  out += '"';
  return out;
}

bool asks_for_accelerator(const PodAccelerators& accelerators) {
  return accelerators.claims.exists() || accelerators.sharing_annotation.exists() ||
         std::any_of(accelerators.requests.begin(), accelerators.requests.end(), [](const AcceleratorRequest& request) {
           const auto amount = request.amount();
           return !amount || !amount->is_zero();
         });
}

bool is_accelerator_pod(const PodContext& in) {
  return in.accelerators.has_signals() || asks_for_accelerator(in.accelerators);
}

bool is_node_agent(const PodContext& in) {
  return in.pod.is_daemon || in.policy().is_system_namespace(in.object.namespace_);
}

Action refusal(const PodContext& in) {
  return in.pod.source == PodSource::structural ? Action::warn : Action::deny;
}

bool has_kind(const Field& field, Kind kind) {
  return !field || field.is(kind);
}

} // namespace gpulint::placement
