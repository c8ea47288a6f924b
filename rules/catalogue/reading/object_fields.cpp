#include "rules/catalogue/reading/object_fields.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace gpulint {

namespace {

/// A part of a List is sent as an object of its own; other objects inside of an object are some operator's business.
bool is_embedded(const Field& root) {
  if (root.path().empty()) {
    return false;
  }
  const Field list = root.parent();
  return !root.index() || list.key() != "items" || is_embedded(list.parent());
}

/// Fields that a custom resource's own type adds to Kubernetes' type.
struct ExtraFields {
  std::string_view group; ///< apiVersion begins with it
  std::string_view owner;
  std::initializer_list<std::string_view> names;
};

/// knative/serving pkg/apis/serving/v1 RevisionSpec; argoproj/argo-workflows workflow_types.go ContainerNode,
/// ScriptTemplate, UserContainer; openkruise/kruise apis/apps/v1alpha1 SidecarContainer.
const std::array<ExtraFields, 3>& extra_fields() {
  static const std::array<ExtraFields, 3> fields{
      {{"serving.knative.dev/",
        "PodSpec",
        {"containerConcurrency", "timeoutSeconds", "responseStartTimeoutSeconds", "idleTimeoutSeconds"}},
       {"argoproj.io/", "Container", {"dependencies", "mirrorVolumeMounts", "source"}},
       {"apps.kruise.io/",
        "Container",
        {"podInjectPolicy", "upgradeStrategy", "shareVolumePolicy", "shareVolumeDevicePolicy", "transferEnv",
         "resourcesPolicy"}}}};
  return fields;
}

bool is_extra(const FieldProblem& problem, std::string_view api_version) {
  return std::any_of(extra_fields().begin(), extra_fields().end(), [&](const ExtraFields& extra) {
    return problem.kind == FieldProblemKind::unknown && problem.owner == extra.owner &&
           api_version.starts_with(extra.group) &&
           std::find(extra.names.begin(), extra.names.end(), problem.at.key()) != extra.names.end();
  });
}

/// Custom resources whose type beside `template` has none of the pod's fields (ray-project/kuberay
/// ray-operator/apis/ray/v1 HeadGroupSpec, WorkerGroupSpec; kubeflow/trainer release-1.9 ReplicaSpec;
/// volcano-sh/volcano batch/v1alpha1 TaskSpec; kubernetes-sigs/lws LeaderWorkerTemplate).
constexpr std::array<std::string_view, 4> kPlainTemplates{"ray.io/", "kubeflow.org/", "batch.volcano.sh/",
                                                          "leaderworkerset.x-k8s.io/"};
constexpr std::array<std::string_view, 7> kPodFields{"nodeSelector",     "tolerations", "affinity",      "containers",
                                                     "runtimeClassName", "nodeName",    "initContainers"};

bool is_template(const Field& base) {
  return base.key().ends_with("emplate");
}

void add_beside_template(const Object& object, const Pod& pod, std::vector<FieldProblem>& problems) {
  const bool plain = std::any_of(kPlainTemplates.begin(), kPlainTemplates.end(),
                                 [&](std::string_view group) { return object.api_version.starts_with(group); });
  if (!plain || !is_template(pod.base)) {
    return;
  }
  const Field holder = pod.base.parent();
  for (const std::string_view name : kPodFields) {
    if (const Field field = holder[name]) {
      problems.push_back({.kind = FieldProblemKind::unknown,
                          .at = field,
                          .owner = {},
                          .expected = {},
                          .places = {pod.base.path() + ".spec." + std::string(name)},
                          .similar = {}});
    }
  }
}

void check_containers(const FieldTable& table, const Field& spec, std::vector<FieldProblem>& problems) {
  for (const std::string_view list : {"containers", "initContainers"}) {
    for (const Field container : spec[list].children()) {
      if (container.index()) {
        table.check(container, "Container", problems);
      }
    }
  }
}

void check_pod(const FieldTable& table, const Object& object, const Pod& pod, std::vector<FieldProblem>& problems) {
  const bool bare = pod.spec.same_place(pod.base);
  const bool whole = pod.source == PodSource::pod_template || pod.source == PodSource::pod ||
                     (pod.source == PodSource::structural && is_template(pod.base));
  if (!whole) {
    check_containers(table, pod.spec, problems);
    return;
  }
  // Some custom resources take a whole Pod as a template (Flink's podTemplate).
  const std::string_view type = bare ? "PodSpec" : pod.base["kind"].text() == "Pod" ? "Pod" : "PodTemplateSpec";
  table.check(pod.base, type, problems);
  add_beside_template(object, pod, problems);
}

void check_custom_resource(const FieldTable& table, const Object& object, std::vector<FieldProblem>& problems) {
  const Pod* previous = nullptr;
  for (const Pod& pod : object.pods) {
    // One template may serve two roles (LeaderWorkerSet); their pods follow each other.
    if (previous == nullptr || !previous->base.same_place(pod.base)) {
      check_pod(table, object, pod, problems);
    }
    previous = &pod;
  }
  std::erase_if(problems, [&](const FieldProblem& problem) { return is_extra(problem, object.api_version); });
}

/// kustomize's directives ($patch, $retainKeys, $setElementOrder/...) are gone when the object is sent.
bool is_directive(const FieldProblem& problem) {
  return problem.at.key().starts_with('$');
}

bool is_flat(const Object& object, const FieldTable& table, std::string_view type,
             const std::vector<FieldProblem>& problems) {
  if (object.root["spec"].is(Kind::mapping) || !table.has_field(type, "spec")) {
    return false;
  }
  return std::any_of(problems.begin(), problems.end(), [&](const FieldProblem& problem) {
    const std::string_view key = problem.at.key();
    return problem.kind == FieldProblemKind::unknown && is_top_level(problem.at, object) && problem.at &&
           (table.has_field("PodSpec", key) || key == "template" || key == "jobTemplate" || key == "replicas");
  });
}

ObjectFields find_object_fields(const Object& object) {
  const FieldTable& table = FieldTable::builtin();
  ObjectFields found;
  const std::string_view type = table.type_of(object.api_version, object.kind);
  if (type.empty()) {
    check_custom_resource(table, object, found.problems);
    return found;
  }
  table.check(object.root, type, found.problems);
  if (found.problems.empty()) {
    return found;
  }
  std::erase_if(found.problems, is_directive);
  // A kustomize patch too: what it adds arrives at the API server with the rest.
  found.strict = !is_embedded(object.root);
  found.flat = is_flat(object, table, type, found.problems);
  return found;
}

} // namespace

const ObjectFields& object_fields(const Object& object) {
  static const ObjectFields clean;
  if (object.fields == nullptr) {
    ObjectFields found = find_object_fields(object);
    object.fields = found.problems.empty() ? std::shared_ptr<const ObjectFields>(std::shared_ptr<void>(), &clean)
                                           : std::make_shared<const ObjectFields>(std::move(found));
  }
  return *object.fields;
}

bool is_top_level(const Field& at, const Object& object) {
  return at.parent().same_place(object.root);
}

std::string parent_in_words(const Field& at, const Object& object) {
  return is_top_level(at, object) ? "the top level of the " + std::string(object.kind) : at.parent().path();
}

void cap_uncertain(RawFinding& finding, const FieldProblem& problem, const Object& object) {
  if (!object_fields(object).strict) {
    finding.cap(Action::warn);
    return;
  }
  for (Field at = problem.at; at.exists() && !at.same_place(object.root); at = at.parent()) {
    if ((at.key() == "status" && is_top_level(at, object)) || at.key() == "managedFields") {
      finding.cap(Action::warn);
    }
  }
}

std::string_view consequence(const Object& object) {
  return object_fields(object).strict
             ? "kubectl refuses the object (strict decoding error: unknown field), other clients drop the field "
               "without "
               "a word"
             : "it is dropped without a word before the pods are made";
}

} // namespace gpulint
