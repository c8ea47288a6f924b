// A pod asks for accelerators of a pool whose nodes are tainted, and doesn't tolerate the taints. All of a pool's
// taints count: a pool of spot machines or of a team has a second one beside the vendor's, and the event of the waiting
// pod names none of them. Some clouds add the toleration at admission (GKE does, AKS, EKS and most own clusters don't).
#include "rules/catalogue/placement/subject.hpp"
#include "rules/catalogue/placement/tolerated.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gpulint {
namespace {

std::string_view resource_of(const PodContext& in, const Pool& pool) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.pool == &pool && request.is_device()) {
      return request.name;
    }
  }
  return pool.name;
}

std::string list_of(const std::vector<const Taint*>& taints) {
  std::string out;
  for (const Taint* taint : taints) {
    out += out.empty() ? "" : " and ";
    out += taint->text();
  }
  return out;
}

std::string help_for(const std::vector<const Taint*>& taints) {
  std::string out = "add to tolerations: ";
  for (const Taint* taint : taints) {
    out += taint == taints.front() ? "" : ", ";
    out += "{key: " + taint->key + ", operator: Exists, effect: " + taint->effect + "}";
  }
  return out;
}

void check(const PodContext& in, Report& report) {
  if (in.pod.partial || !in.pod.get("nodeName").text().empty()) {
    return; // with nodeName the scheduler, and with it NoSchedule, is passed by
  }
  for (const Pool* pool : in.accelerators.pools()) {
    std::vector<const Taint*> missing;
    for (const Taint& taint : pool->taints) {
      if (placement::keeps_out(taint) && !placement::is_tolerated(in.pod, taint) &&
          !placement::is_attempted(in.pod, taint)) {
        missing.push_back(&taint);
      }
    }
    if (!missing.empty()) {
      report.add(in.pod.get("tolerations"),
                 "the pod asks for " + std::string(resource_of(in, *pool)) + " but doesn't tolerate " +
                     list_of(missing) + " of the pool " + placement::quoted(pool->name) +
                     "; unless something adds that, it stays Pending",
                 help_for(missing));
    }
  }
}

} // namespace

extern const Rule toleration_missing;
const Rule toleration_missing{
    .info = {.code = "GPU201",
             .name = "toleration-missing",
             .summary = "A pod asks for an accelerator but doesn't tolerate the taints of its nodes.",
             .rationale = "Nodes with accelerators are tainted to keep other pods away. Without a toleration for "
                          "every one of these taints no such node takes the pod and it stays Pending; the event "
                          "doesn't even name the taint. Whether a cloud adds the toleration by itself differs from "
                          "cloud to cloud.",
             .help = "Add a toleration with `operator: Exists` for each taint of the pool; `Exists` fits "
                     "whatever value the cluster gave the taint.",
             .action = Action::inject,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
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
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"tolerations", "containers[].resources.limits"},
             .references = {"Azure/AKS #1449", "flyteorg/flyte #7515", "ray-project/kuberay #1914",
                            "k8s.io/api core/v1 toleration.go ToleratesTaint"}},
    .check_pod = check};

} // namespace gpulint
