// The launcher of an MPIJob with a GPU of its own. It only starts mpirun and waits, unless runLauncherAsWorker is set.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  if (in.object.kind != "MPIJob" || in.pod.role != "Launcher" ||
      in.object.root.at("spec.runLauncherAsWorker").is_true()) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (requests::is_asked_device(request)) {
      report.add(request.field(), requests::text_of(*request.container) + " of the launcher asks for " +
                                      std::string(request.name) +
                                      "; a launcher only starts the workers and leaves the card idle");
      return;
    }
  }
}

} // namespace

extern const Rule launcher_asks_for_gpu;
const Rule launcher_asks_for_gpu{
    .info = {.code = "GPU136",
             .name = "launcher-asks-for-gpu",
             .summary = "The launcher of an MPIJob asks for an accelerator.",
             .rationale = "The launcher starts mpirun and waits; its card stands idle as long as the job runs, and "
                          "on a full pool the job waits for that card.",
             .help = "Drop the accelerator from the launcher, or set spec.runLauncherAsWorker "
                     "(kubeflow.org/v2beta1) if it computes as well.",
             .action = Action::warn,
             .bad = R"(apiVersion: kubeflow.org/v2beta1
kind: MPIJob
metadata:
  name: train
spec:
  mpiReplicaSpecs:
    Launcher:
      replicas: 1
      template:
        spec:
          containers:
          - name: main
            image: example.com/horovod:1.0
            resources:
              limits:
                nvidia.com/gpu: 1
    Worker:
      replicas: 2
      template:
        spec:
          containers:
          - name: main
            image: example.com/horovod:1.0
            resources:
              limits:
                nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: kubeflow.org/v2beta1
kind: MPIJob
metadata:
  name: train
spec:
  mpiReplicaSpecs:
    Launcher:
      replicas: 1
      template:
        spec:
          containers:
          - name: main
            image: example.com/horovod:1.0
    Worker:
      replicas: 2
      template:
        spec:
          containers:
          - name: main
            image: example.com/horovod:1.0
            resources:
              limits:
                nvidia.com/gpu: 1
)",
             .fields = {"containers[].resources.limits", "containers[].resources.requests",
                        "spec.runLauncherAsWorker of the object"},
             .references = {"kubeflow/trainer #1872", "kubeflow/mpi-operator pkg/apis/kubeflow/v2beta1/types.go"}},
    .check_pod = check};

} // namespace gpulint
