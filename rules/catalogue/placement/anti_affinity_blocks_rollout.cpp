// Required anti-affinity by host allows one replica a node. A rolling update that starts a new pod before it stops an
// old one needs one more free GPU node than there are replicas; where there is none it waits for ever.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpulint {
namespace {

/// maxUnavailable and maxSurge: a number, or a percentage of the replicas (apps/v1; unavailable rounds down, surge up).
std::optional<std::int64_t> resolve(const Field& amount, std::int64_t replicas, bool up) {
  if (!amount) {
    return (replicas * 25 + (up ? 99 : 0)) / 100;
  }
  if (const auto number = amount.integer()) {
    return number;
  }
  std::string_view text = amount.text();
  if (text.empty() || text.back() != '%') {
    return std::nullopt;
  }
  text.remove_suffix(1);
  const auto percent = parse_int64(text);
  if (!percent || *percent < 0 || *percent > 100) {
    return std::nullopt;
  }
  return (replicas * *percent + (up ? 99 : 0)) / 100;
}

/// A new pod has to start before an old one stops.
bool only_surges(const PodContext& in) {
  constexpr std::int64_t many = 100000; // beyond any real number, and safe to multiply by 100
  const Field strategy = in.object.root.at("spec.strategy");
  const std::int64_t replicas = in.pod.replicas.value_or(1);
  if (strategy["type"].text() == "Recreate" || replicas < 1 || replicas > many) {
    return false;
  }
  const auto unavailable = resolve(strategy.at("rollingUpdate.maxUnavailable"), replicas, false);
  const auto surge = resolve(strategy.at("rollingUpdate.maxSurge"), replicas, true);
  return unavailable == 0 && surge && *surge > 0;
}

bool is_per_revision(const Field& term) {
  for (const Field key : term["matchLabelKeys"].children()) {
    if (key.text() == "pod-template-hash") {
      return true;
    }
  }
  return false;
}

void check(const PodContext& in, Report& report) {
  if (in.pod.pod_anti_affinity.empty() || !in.object.is_builtin || in.object.kind != "Deployment" || in.pod.partial ||
      !placement::asks_for_accelerator(in.accelerators) || !only_surges(in)) {
    return;
  }
  for (const PodAffinityTerm& term : in.pod.pod_anti_affinity) {
    if (term.required && term.topology_key == "kubernetes.io/hostname" && term.own_namespace &&
        !is_per_revision(term.field) && selector_matches(term.label_selector, in.pod.labels)) {
      report.add(term.field,
                 "a rolling update starts a new pod first, and this required anti-affinity keeps it off every node "
                 "that has an old one; "
                 "it needs one more free GPU node than there are replicas",
                 "set strategy.rollingUpdate to maxSurge: 0 and maxUnavailable: 1, or prefer instead of requiring");
      return;
    }
  }
}

} // namespace

extern const Rule anti_affinity_blocks_rollout;
const Rule anti_affinity_blocks_rollout{
    .info = {.code = "GPU235",
             .name = "anti-affinity-blocks-rollout",
             .summary = "Required anti-affinity by host blocks a rolling update that surges.",
             .rationale = "The new pod may not stand beside an old one and the old one stays until the new one is "
                          "ready. Where every GPU node already has a replica the rollout never ends.",
             .help = "Set maxSurge: 0 with maxUnavailable: 1, use preferred anti-affinity, or add pod- "
                     "template-hash to matchLabelKeys.",
             .action = Action::warn,
             .bad = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: inference
spec:
  replicas: 2
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - labelSelector: {matchLabels: {app: inference}}
            topologyKey: kubernetes.io/hostname
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: inference
spec:
  replicas: 2
  strategy:
    rollingUpdate: {maxSurge: 0, maxUnavailable: 1}
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - labelSelector: {matchLabels: {app: inference}}
            topologyKey: kubernetes.io/hostname
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
             .fields = {"affinity.podAntiAffinity", "strategy (of the Deployment)"},
             .references = {"spotahome/redis-operator #662"}},
    .check_pod = check};

} // namespace gpulint
