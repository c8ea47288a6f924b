// A share of a card (HAMi, Volcano, ...) in a sidecar, an init container with restartPolicy Always. Several releases of
// the schedulers that hand out shares count it as an init container and give away too much.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  const Container* told = nullptr;
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    const bool share = request.resource != nullptr && !request.resource->layer.empty() &&
                       request.resource->role != ResourceRole::adapter;
    if (!share || request.container->role != ContainerRole::sidecar || request.container == told ||
        !requests::is_positive(request)) {
      continue;
    }
    told = request.container;
    report.add(request.field(),
               requests::text_of(*request.container) + " asks for " + std::string(request.name) +
                   ", a share of a card; several releases of its scheduler forget sidecars when they count");
  }
}

} // namespace

extern const Rule gpu_share_in_sidecar;
const Rule gpu_share_in_sidecar{
    .info = {.code = "GPU115",
             .name = "gpu-share-in-sidecar",
             .summary = "A sidecar asks for a share of an accelerator.",
             .rationale = "Kubernetes adds sidecars to what the containers need, but several releases of the "
                          "schedulers that hand out shares count them as init containers: the card is given away "
                          "twice.",
             .help = "Ask for the share in an app container, or make sure that the scheduler's release counts "
                     "sidecars.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: server
spec:
  schedulerName: volcano
  initContainers:
  - name: encoder
    image: example.com/encoder:1.0
    restartPolicy: Always
    resources:
      limits:
        volcano.sh/vgpu-number: 1
        volcano.sh/vgpu-memory: 4096
  containers:
  - name: server
    image: example.com/server:1.0
    resources:
      limits:
        volcano.sh/vgpu-number: 1
        volcano.sh/vgpu-memory: 8192
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: server
spec:
  schedulerName: volcano
  containers:
  - name: encoder
    image: example.com/encoder:1.0
    resources:
      limits:
        volcano.sh/vgpu-number: 1
        volcano.sh/vgpu-memory: 4096
  - name: server
    image: example.com/server:1.0
    resources:
      limits:
        volcano.sh/vgpu-number: 1
        volcano.sh/vgpu-memory: 8192
)",
             .fields = {"initContainers[].resources", "initContainers[].restartPolicy"},
             .references = {"volcano-sh/volcano #5829", "Project-HAMi/HAMi #2723"}},
    .check_pod = check};

} // namespace gpulint
