// Replicas of a GPU service without anti-affinity or spreading: the scheduler may put all of them on one machine, whose
// failure then ends the service. Only for replicated services; parts of a job are better close together.
#include "rules/catalogue/placement/own_labels.hpp"
#include "rules/catalogue/placement/subject.hpp"
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const AntiAffinity& wanted = in.policy().anti_affinity;
  if (!in.accelerators.asks_by_resource() || !placement::is_replicated_service(in, wanted.min_replicas) ||
      !in.pod.pod_anti_affinity.empty() || in.pod.get("topologySpreadConstraints").size() > 0) {
    return;
  }
  const Field labels = in.pod.labels;
  if (!labels.is(Kind::mapping) || labels.size() == 0) {
    return; // nothing to tell the replicas by
  }
  report.add(in.pod.get("affinity"),
             "the " + std::to_string(*in.pod.replicas) +
                 " replicas have nothing that keeps them apart, so one node may hold them all",
             std::string("add a ") + (wanted.required ? "required" : "preferred") +
                 " podAntiAffinity on the pods' own labels with topologyKey " + wanted.topology_key);
}

} // namespace

extern const Rule anti_affinity_missing;
const Rule anti_affinity_missing{
    .info = {.code = "GPU236",
             .name = "anti-affinity-missing",
             .summary = "Replicas of a GPU service have no anti-affinity.",
             .rationale = "Nothing keeps the scheduler from putting all replicas on one GPU node. If that node "
                          "fails, the whole service fails.",
             .help = "Add a preferred podAntiAffinity on the pods' own labels with topologyKey "
                     "kubernetes.io/hostname, or topologySpreadConstraints.",
             .action = Action::inject,
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
  selector:
    matchLabels: {app: inference}
  template:
    metadata:
      labels: {app: inference}
    spec:
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 100
            podAffinityTerm:
              labelSelector: {matchLabels: {app: inference}}
              topologyKey: kubernetes.io/hostname
      containers:
      - name: server
        image: nvcr.io/nvidia/pytorch:24.05-py3
        resources:
          limits:
            nvidia.com/gpu: 1
)",
             .fields = {"affinity.podAntiAffinity", "topologySpreadConstraints", "replicas (of the workload)"},
             .references = {"kubernetes/website content/en/docs/concepts/scheduling-eviction/assign-pod-node.md"}},
    .check_pod = check};

} // namespace gpulint
