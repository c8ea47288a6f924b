// CUDA_VISIBLE_DEVICES (and ROCR_VISIBLE_DEVICES) with the UUID of a card or a MIG slice, or with a number that the
// container can't have.
//
// The variable only narrows what CUDA shows of the container's own cards; the scheduler ignores it. A UUID is right on
// one node at best and hides the card that was given (NVIDIA/k8s-device-plugin #960). Inside the container the given
// cards are numbered from 0, so of one card only 0 exists.
#include "rules/catalogue/isolation/visible_devices.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace gpulint {
namespace {

bool is_selection_variable(std::string_view name) {
  return name == "CUDA_VISIBLE_DEVICES" || name == "ROCR_VISIBLE_DEVICES";
}

/// The first of the comma-separated entries that is a UUID; empty: none is.
std::string_view first_uuid(std::string_view value) {
  while (!value.empty()) {
    const std::size_t begin = value.find_first_not_of(" ,");
    if (begin == std::string_view::npos) {
      return {};
    }
    value.remove_prefix(begin);
    const std::string_view entry = value.substr(0, value.find_first_of(" ,"));
    if (entry.starts_with("MIG-") || entry.starts_with("GPU-")) {
      return entry;
    }
    value.remove_prefix(entry.size());
  }
  return {};
}

/// The largest of the numbers in a list like "0,1"; nothing where something else stands in it.
std::optional<std::int64_t> largest_index(std::string_view value) {
  std::optional<std::int64_t> largest;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(','), value.size());
    const std::optional<std::int64_t> index = parse_int64(value.substr(0, end));
    if (!index || *index < 0) {
      return std::nullopt;
    }
    largest = std::max(largest.value_or(0), *index);
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return largest;
}

/// Cards that the container asks for, where that is one resource with a plain number.
std::optional<std::int64_t> cards_of(const PodContext& in, const Container& container) {
  const auto requests = in.accelerators.of(container);
  if (requests.size() != 1 || container.is_privileged() || may_ask_elsewhere(in)) {
    return std::nullopt;
  }
  const std::optional<Quantity> amount = requests.front()->amount();
  return amount && amount->sign() > 0 ? std::optional(amount->value()) : std::nullopt;
}

void check_variable(const PodContext& in, const Container& container, const EnvVar& variable, Report& report) {
  const std::string_view value = variable.value.text();
  const std::string what = in_words(container) + " sets " + std::string(variable.name) + " to ";
  if (const std::string_view uuid = first_uuid(value); !uuid.empty()) {
    soften(
        report.add(variable.value, what + std::string(uuid) +
                                       ", one certain device: the scheduler doesn't know, and wherever the container "
                                       "is given another one, the program sees none."),
        in);
    return;
  }
  const std::optional<std::int64_t> largest = largest_index(value);
  const std::optional<std::int64_t> cards = largest ? cards_of(in, container) : std::nullopt;
  if (cards && *largest >= *cards) {
    soften(report.add(variable.value, what + "\"" + std::string(value) + "\" and asks for " + std::to_string(*cards) +
                                          (*cards == 1 ? " device" : " devices") +
                                          ": the container's devices are numbered from 0, so device " +
                                          std::to_string(*largest) + " doesn't exist there."),
           in);
  }
}

void check(const PodContext& in, Report& report) {
  for (const Container& container : in.pod.containers) {
    for (const EnvVar& variable : container.env) {
      if (is_selection_variable(variable.name) && !variable.from_source && !is_overridden(container, variable) &&
          trust_of(in) != Trust::system_agent) {
        check_variable(in, container, variable, report);
      }
    }
  }
}

} // namespace

extern const Rule device_selection_env;
const Rule device_selection_env{
    .info = {.code = "GPU303",
             .name = "device-selection-env",
             .summary = "A variable picks a certain card for the program.",
             .rationale = "The scheduler and the device plugin know nothing of it: the container is given some other "
                          "card, and the program sees none.",
             .help = "Remove the variable: inside the container the given cards are numbered from 0.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
    env:
    - name: CUDA_VISIBLE_DEVICES
      value: MIG-2f1c6a3e-8a04-5d52-9a9f-5b4d6a1c7e10
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
  - name: main
    image: registry.example/trainer:1.4
    env:
    - name: CUDA_VISIBLE_DEVICES
      value: "0"
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"containers[].env[]"},
             .references = {"NVIDIA/k8s-device-plugin #960"}},
    .check_pod = check};

} // namespace gpulint
