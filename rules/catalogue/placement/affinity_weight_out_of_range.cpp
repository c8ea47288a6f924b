// Weights of preferences run from 1 to 100. A missing one is 0, which the API refuses too.
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <cstdint>
#include <string>

namespace gpulint {
namespace {

void check_list(const PodContext& in, const Field& list, Report& report) {
  if (!list.is(Kind::sequence)) {
    return;
  }
  for (const Field item : list.children()) {
    const Field weight = item["weight"];
    if (!item.is(Kind::mapping) || (weight && !weight.integer())) {
      continue;
    }
    const std::int64_t value = weight.integer().value_or(0);
    if (value >= 1 && value <= 100) {
      continue;
    }
    report
        .add(weight ? weight : item,
             (weight ? "the weight " + std::to_string(value) + " isn't" : std::string("a preference has no weight")) +
                 (weight ? " between 1 and 100" : "") + "; Kubernetes refuses the pod",
             "write a weight between 1 and 100")
        .cap(placement::refusal(in));
  }
}

void check(const PodContext& in, Report& report) {
  const Field affinity = in.pod.get("affinity");
  if (!affinity.is(Kind::mapping)) {
    return;
  }
  for (const char* kind : {"nodeAffinity", "podAffinity", "podAntiAffinity"}) {
    check_list(in, affinity[kind]["preferredDuringSchedulingIgnoredDuringExecution"], report);
  }
}

} // namespace

extern const Rule affinity_weight_out_of_range;
const Rule affinity_weight_out_of_range{
    .info =
        {.code = "GPU230",
         .name = "affinity-weight-out-of-range",
         .summary = "The weight of a preference isn't between 1 and 100.",
         .rationale = "Kubernetes refuses a pod with a preference whose weight is missing, 0, negative or above "
                      "100.",
         .help = "Write a weight between 1 and 100.",
         .action = Action::deny,
         .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  affinity:
    nodeAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 0
        preference:
          matchExpressions:
          - {key: nvidia.com/gpu.product, operator: In, values: [Tesla-T4]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  affinity:
    nodeAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 80
        preference:
          matchExpressions:
          - {key: nvidia.com/gpu.product, operator: In, values: [Tesla-T4]}
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .fields = {"affinity.nodeAffinity", "affinity.podAffinity", "affinity.podAntiAffinity"},
         .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePreferredSchedulingTerms"}},
    .check_pod = check};

} // namespace gpulint
