// The annotations by which KAI and Run:ai share a card (gpu-fraction, gpu-memory, gpu-fraction-num-devices,
// gpu-fraction-container-name), with values they refuse or on pods that another scheduler places.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <charconv>

namespace gpulint {
namespace {

/// The annotation's text; numbers too, which the API refuses and others report.
std::string text_of(const Field& annotation) {
  return annotation ? scalar_text(*annotation.value()) : std::string();
}

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> positive_integer(const std::string& text) {
  const auto value = parse_int64(text);
  return value && *value > 0 ? value : std::nullopt;
}

bool is_fraction(const std::string& text) {
  const auto value = number_of(text);
  return value && *value > 0 && *value < 1;
}

struct Annotations {
  Field fraction;
  Field memory;
  Field devices;
  Field container;
};

bool reads_fractions(std::string_view scheduler) {
  return scheduler.find("kai") != std::string_view::npos || scheduler.find("runai") != std::string_view::npos;
}

/// `gpu-memory` is too plain a word to judge without another sign of these schedulers.
bool is_theirs(const PodContext& in, const Annotations& found) {
  return found.fraction || reads_fractions(in.pod.scheduler_name()) || in.pod.labels["kai.scheduler/queue"] ||
         in.pod.labels["runai/queue"];
}

void judge_values(const Annotations& found, Report& report) {
  if (found.fraction && !is_fraction(text_of(found.fraction))) {
    report.add(found.fraction,
               "the annotation gpu-fraction is " + requests::written(found.fraction) +
                   "; the scheduler takes numbers above 0 and below 1",
               "write a fraction such as \"0.5\"; for whole cards leave the annotation out and limit nvidia.com/gpu");
  }
  if (found.memory && !positive_integer(text_of(found.memory))) {
    report.add(found.memory,
               "the annotation gpu-memory is " + requests::written(found.memory) +
                   "; the scheduler takes whole MiB above 0",
               "write MiB as a plain number, \"8192\" for 8Gi");
  }
  if (found.devices && !positive_integer(text_of(found.devices))) {
    report.add(found.devices,
               "the annotation gpu-fraction-num-devices is " + requests::written(found.devices) +
                   "; the scheduler takes whole numbers above 0",
               "write \"1\" or more");
  }
  if (found.fraction && found.memory) {
    report.add_at_key(found.memory,
                      "the annotations gpu-fraction and gpu-memory both say how much of the card is wanted",
                      "keep one of the two");
  }
}

void judge_container(const PodContext& in, const Field& name, Report& report) {
  const bool known = std::any_of(in.pod.containers.begin(), in.pod.containers.end(),
                                 [&](const Container& container) { return container.name == name.text(); });
  if (name && !known) {
    report.add(name,
               "the annotation gpu-fraction-container-name is " + requests::written(name) +
                   ", and no container of the pod has this name",
               "write the name of the container that uses the card");
  }
}

void check(const PodContext& in, Report& report) {
  const Field& all = in.pod.annotations;
  const Annotations found{all["gpu-fraction"], all["gpu-memory"], all["gpu-fraction-num-devices"],
                          all["gpu-fraction-container-name"]};
  if (!(found.fraction || found.memory || found.devices || found.container) || !is_theirs(in, found)) {
    return;
  }
  judge_values(found, report);
  if (in.pod.partial) {
    return;
  }
  judge_container(in, found.container, report);
  if (!found.fraction && !found.memory) {
    report.add_at_key(found.devices ? found.devices : found.container,
                      "the annotation works only together with gpu-fraction or gpu-memory",
                      "add gpu-fraction or gpu-memory");
  } else if (in.object.is_builtin &&
             !reads_fractions(in.pod.scheduler_name())) { // operators set schedulers of their own
    const std::string name = requests::clipped(in.pod.scheduler_name());
    report.add_at_key(found.fraction ? found.fraction : found.memory,
                      "the pod asks for a part of a GPU by annotation, but " +
                          (name.empty() ? "default-scheduler" : name) + " doesn't read it: the pod would get no GPU",
                      "set spec.schedulerName to kai-scheduler (Run:ai: runai-scheduler)");
  }
}

} // namespace

extern const Rule gpu_fraction_invalid;
const Rule gpu_fraction_invalid{
    .info = {.code = "GPU125",
             .name = "gpu-fraction-invalid",
             .summary = "The annotation that asks for a part of a GPU can't work.",
             .rationale = "The scheduler refuses such a pod; placed by any other scheduler the annotation means "
                          "nothing and the pod gets no GPU.",
             .help = "Write gpu-fraction as a string between 0 and 1, or gpu-memory as whole MiB, one of the "
                     "two, and set schedulerName to the scheduler that reads them.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: server
  labels:
    kai.scheduler/queue: team-a
  annotations:
    gpu-fraction: "1.5"
spec:
  schedulerName: kai-scheduler
  containers:
  - name: server
    image: example.com/server:1.0
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: server
  labels:
    kai.scheduler/queue: team-a
  annotations:
    gpu-fraction: "0.5"
spec:
  schedulerName: kai-scheduler
  containers:
  - name: server
    image: example.com/server:1.0
)",
             .fields = {"metadata.annotations", "schedulerName"},
             .references = {"NVIDIA/KAI-Scheduler pkg/common/constants/constants.go",
                            "NVIDIA/KAI-Scheduler pkg/binder/plugins/gpusharing/gpu-request/gpu_request_validator.go"}},
    .check_pod = check};

} // namespace gpulint
