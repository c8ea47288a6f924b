#include "rules/catalogue/placement/tolerated.hpp"

#include <algorithm>

namespace gpulint::placement {

bool keeps_out(const Taint& taint) {
  return taint.effect == "NoSchedule" || taint.effect == "NoExecute";
}

bool is_tolerated(const Pod& pod, const Taint& taint) {
  return std::any_of(pod.tolerations.begin(), pod.tolerations.end(),
                     [&](const Toleration& toleration) { return toleration.tolerates(taint); });
}

bool is_attempted(const Pod& pod, const Taint& taint) {
  return std::any_of(pod.tolerations.begin(), pod.tolerations.end(),
                     [&](const Toleration& toleration) { return toleration.key == taint.key; });
}

} // namespace gpulint::placement
