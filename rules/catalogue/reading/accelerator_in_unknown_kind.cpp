// Catches an object of a kind that isn't in the workload table, that mentions an accelerator outside of anything with
// the shape of a pod: it asks for cards in a form that no rule can judge.
//
// Silence there would look like approval. The finding names the first place; what has the shape of a pod, or is a whole
// object of its own, is judged by the other rules.
#include "rules/engine/rule.hpp"
#include "rules/workload/workloads.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace gpulint {
namespace {

// Annotations by which KAI and Run:ai share a card (NVIDIA/KAI-Scheduler pkg/common/constants/constants.go), and ours.
constexpr std::array<std::string_view, 3> kSharingAnnotations = {"gpu-fraction", "gpu-memory",
                                                                 "gpu-fraction-num-devices"};
constexpr std::string_view kDemand = "gpu-lint.dev/";
constexpr std::string_view kIgnore = "gpu-lint.dev/ignore";

class Search {
public:
  explicit Search(const ObjectContext& in) : in_(in) {}

  bool walk(const Field& at, std::size_t depth) {
    if (depth > kMaxSearchDepth || ++nodes_ > kMaxSearchNodes) {
      return false;
    }
    const Value& value = *at.value();
    if (value.is(Kind::string)) {
      return names_accelerator(value.text()) && found_at(at, value.text());
    }
    if (value.is_scalar() || is_judged_elsewhere(value, depth)) {
      return false;
    }
    std::vector<Field> children;
    for (const Field child : at.children()) {
      children.push_back(child);
    }
    if (value.is(Kind::mapping)) {
      // The first by name: the order of keys decides nothing.
      std::sort(children.begin(), children.end(), [](const Field& a, const Field& b) { return a.key() < b.key(); });
    }
    for (const Field& child : children) {
      if (names_accelerator(child.key())) {
        return found_at(child, child.key());
      }
      if (!(depth == 0 && child.key() == "status") && walk(child, depth + 1)) {
        return true;
      }
    }
    return false;
  }

  /// Annotations of the object itself that ask for a share of a card, or say what it needs.
  bool annotations() {
    for (const Field annotation : in_.object.metadata["annotations"].children()) {
      const std::string_view key = annotation.key();
      const bool demand = key.starts_with(kDemand) && key != kIgnore;
      if (demand ||
          std::find(kSharingAnnotations.begin(), kSharingAnnotations.end(), key) != kSharingAnnotations.end()) {
        return found_at(annotation, key);
      }
    }
    return false;
  }

  Field place;
  std::string_view name;

private:
  bool found_at(const Field& where, std::string_view what) {
    place = where;
    name = what;
    return true;
  }

  // Every resource name of an accelerator holds a slash, nearly all other texts don't.
  bool names_accelerator(std::string_view text) const {
    if (text.find('/') == std::string_view::npos) {
      return false;
    }
    for (const std::string_view prefix : {std::string_view("requests."), std::string_view("limits.")}) {
      text.remove_prefix(text.starts_with(prefix) ? prefix.size() : 0);
    }
    const AcceleratorResource* resource = in_.environment.accelerators.find(text);
    if (resource != nullptr) {
      return resource->role != ResourceRole::adapter;
    }
    return in_.environment.policy.pool_of(text) != nullptr;
  }

  // Found pods are judged by all rules, whole objects inside this one are objects of their own.
  bool is_judged_elsewhere(const Value& value, std::size_t depth) const {
    const auto& pods = in_.object.pods;
    if (std::any_of(pods.begin(), pods.end(), [&](const Pod& pod) { return pod.base.value() == &value; })) {
      return true;
    }
    const Value* spec = depth == 0 ? nullptr : value.find("spec");
    return spec != nullptr && spec->is(Kind::mapping) && value.find("apiVersion") != nullptr &&
           value.find("kind") != nullptr;
  }

  const ObjectContext& in_;
  std::size_t nodes_ = 0;
};

void check(const ObjectContext& in, Report& report) {
  const Object& object = in.object;
  if (object.knowledge == KindKnowledge::known || object.kind.empty() || object.api_version.empty()) {
    return;
  }
  Search search(in);
  if (!search.annotations() && !search.walk(object.root, 0)) {
    return;
  }
  report.add_at_key(search.place, "the kind " + std::string(object.kind) + " of " + std::string(object.api_version) +
                                      " isn't known, and '" + std::string(search.name) + "' stands at " +
                                      search.place.path() + ": what it asks for could not be checked");
}

} // namespace

extern const Rule accelerator_in_unknown_kind;
const Rule accelerator_in_unknown_kind{
    .info = {.code = "GPU731",
             .name = "accelerator-in-unknown-kind",
             .summary = "An object of an unknown kind mentions an accelerator where no pod was recognised.",
             .rationale =
                 "Limits, tolerations and isolation of the pods that its controller makes are not checked; a clean "
                 "result says nothing about them.",
             .help =
                 "Add a row for this kind to spec.workloads of the policy that says where its pods are (a row without "
                 "pods says that it has none), or check the pods that its controller makes at admission.",
             .action = Action::warn,
             .bad = R"(apiVersion: example.com/v1
kind: TrainingRun
metadata:
  name: run
spec:
  image: registry.example.com/trainer:1.0
  resources:
    nvidia.com/gpu: 2
)",
             .good = R"(apiVersion: example.com/v1
kind: TrainingRun
metadata:
  name: run
spec:
  image: registry.example.com/trainer:1.0
  resources:
    cpu: 2
)",
             .fields = {"apiVersion", "kind", "every key and string of the object"},
             .references = {"https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/custom-resources/"}},
    .check_object = check};

} // namespace gpulint
