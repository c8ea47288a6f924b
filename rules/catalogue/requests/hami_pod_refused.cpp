// What HAMi doesn't take: a privileged container with a share, a pod with nodeName, a pod that another scheduler
// places. It refuses the pod or leaves it alone, and then nobody hands out the share.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

bool is_hami(const AcceleratorRequest& request) {
  return request.resource != nullptr && request.resource->layer == "hami" &&
         requests::has_resources(*request.container) && requests::is_positive(request);
}

bool is_foreign(std::string_view scheduler, const AcceleratorResource& resource) {
  if (scheduler.empty() || scheduler == "default-scheduler" || scheduler.find("hami") != std::string_view::npos) {
    return false;
  }
  return resource.vendor != "huawei" || scheduler != "volcano"; // Volcano hands out HAMi's Ascend names too
}

void check(const PodContext& in, Report& report) {
  const AcceleratorRequest* first = nullptr;
  const Container* told = nullptr;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (!is_hami(request)) {
      continue;
    }
    first = first == nullptr ? &request : first;
    if (request.container != told && request.container->is_privileged()) {
      told = request.container;
      report.add(told->field.at("securityContext.privileged"),
                 requests::text_of(*told) + " is privileged and asks for " + std::string(request.name) +
                     "; HAMi refuses that, and a privileged container sees every card anyway",
                 "drop privileged, or ask for whole cards on nodes without HAMi");
    }
  }
  if (first == nullptr) {
    return;
  }
  if (const Field node = in.pod.spec["nodeName"]; node && !node.text().empty()) {
    report.add(node,
               "the pod names its node and asks for " + std::string(first->name) +
                   "; HAMi refuses that, for its scheduler never sees such a pod",
               "select the node by label instead");
  }
  if (is_foreign(in.pod.scheduler_name(), *first->resource)) {
    report.add(in.pod.get("schedulerName"),
               "the pod is placed by " + requests::clipped(in.pod.scheduler_name()) + " and asks for " +
                   std::string(first->name) + "; HAMi leaves pods of other schedulers alone, and the pod stays Pending",
               "leave schedulerName out, HAMi's webhook sets it");
  }
}

} // namespace

extern const Rule hami_pod_refused;
const Rule hami_pod_refused{
    .info = {.code = "GPU127",
             .name = "hami-pod-refused",
             .summary = "HAMi refuses this pod or leaves it alone.",
             .rationale = "HAMi's webhook refuses privileged containers that ask for a share and pods with "
                          "nodeName, and it leaves pods of other schedulers alone; those stay Pending, for only "
                          "HAMi's scheduler knows its resources.",
             .help = "Drop privileged, nodeName or the other schedulerName, or ask for whole cards without "
                     "HAMi's keys.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    securityContext:
      privileged: true
    resources:
      limits:
        nvidia.com/gpu: 1
        nvidia.com/gpumem: 8000
)",
             .good = R"(apiVersion: v1
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
        nvidia.com/gpumem: 8000
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests",
                        "containers[].securityContext.privileged", "nodeName", "schedulerName"},
             .references = {"Project-HAMi/HAMi pkg/scheduler/webhook.go", "Project-HAMi/HAMi #1162",
                            "Project-HAMi/HAMi #2138"}},
    .check_pod = check};

} // namespace gpulint
