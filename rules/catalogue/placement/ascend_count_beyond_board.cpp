// Ascend nodes are labelled with the shape of their boards, `accelerator-type: module-910b-8` or module-a3-16-super-
// pod. A pod that selects one shape and asks for more chips than it has fits on no such node.
#include "rules/engine/rule.hpp"

#include <cstdint>
#include <string>

namespace gpulint {
namespace {

/// The chips of a board by its label (Ascend/mind-cluster docs); 0 where the value doesn't tell.
std::int64_t chips_of(std::string_view type) {
  if (type == "module-910b-8") {
    return 8;
  }
  return type == "module-a3-16" || type == "module-a3-16-super-pod" ? 16 : 0;
}

bool is_whole_chip(const AcceleratorRequest& request) {
  return request.name == "huawei.com/Ascend910" || request.name == "huawei.com/npu";
}

void check(const PodContext& in, Report& report) {
  const Field selected = in.pod.node_selector()["accelerator-type"];
  const std::int64_t chips = chips_of(selected.text());
  if (chips == 0) {
    return;
  }
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    const auto amount = request.amount();
    if (is_whole_chip(request) && amount && *amount > Quantity::of(chips)) {
      report.add(request.field(),
                 "the pod asks for " + amount->text() + " " + std::string(request.name) + " on nodes with " +
                     std::to_string(chips) + " chips (accelerator-type " + std::string(selected.text()) + ")",
                 "ask for at most " + std::to_string(chips) + " in one pod and use more pods");
    }
  }
}

} // namespace

extern const Rule ascend_count_beyond_board;
const Rule ascend_count_beyond_board{
    .info = {.code = "GPU243",
             .name = "ascend-count-beyond-board",
             .summary = "A pod asks for more Ascend chips than the selected board has.",
             .rationale = "accelerator-type names the board: 8 chips on module-910b-8, 16 on module-a3-16. A pod "
                          "gets all its chips from one node, so one that asks for more stays Pending.",
             .help = "Ask for at most as many chips as the board has, and spread larger jobs over several "
                     "pods.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    accelerator-type: module-910b-8
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        huawei.com/Ascend910: 16
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    accelerator-type: module-910b-8
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        huawei.com/Ascend910: 8
)",
             .fields = {"nodeSelector", "containers[].resources.limits"},
             .references = {"Ascend/mind-cluster docs"}},
    .check_pod = check};

} // namespace gpulint
