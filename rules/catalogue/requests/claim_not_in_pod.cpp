// A container that claims a name which spec.resourceClaims doesn't have.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

bool declares(const Field& claims, std::string_view name) {
  for (const Field& claim : claims.children()) {
    if (claim["name"].text() == name) {
      return true;
    }
  }
  return false;
}

std::string known_names(const Field& claims) {
  std::vector<std::string_view> names;
  for (const Field& claim : claims.children()) {
    if (!claim["name"].text().empty() && names.size() < 5) {
      names.push_back(claim["name"].text());
    }
  }
  return requests::any_of_text(names);
}

// validation.go, validateResourceClaimNames.
void check(const PodContext& in, Report& report) {
  if (in.pod.partial) {
    return;
  }
  const Field declared = in.pod.get("resourceClaims");
  for (const Container& container : in.pod.containers) {
    const Field claims = container.resources["claims"];
    if (!claims.is(Kind::sequence)) {
      continue;
    }
    for (const Field& claim : claims.children()) {
      const std::string_view name = claim["name"].text();
      if (name.empty() || declares(declared, name)) {
        continue;
      }
      const std::string known = known_names(declared);
      RawFinding& finding = report.add(claim["name"],
                                       requests::text_of(container) + " claims " + requests::clipped(name) +
                                           ", and spec.resourceClaims has no entry of this name; Kubernetes refuses it",
                                       known.empty() ? "add an entry with this name to spec.resourceClaims"
                                                     : "spec.resourceClaims has " + known);
      if (in.pod.source == PodSource::inline_spec || in.pod.source == PodSource::structural) {
        finding.cap(Action::warn); // the claims may stand elsewhere in a custom resource
      }
    }
  }
}

} // namespace

extern const Rule claim_not_in_pod;
const Rule claim_not_in_pod{
    .info = {.code = "GPU131",
             .name = "claim-not-in-pod",
             .summary = "A container claims a device that the pod doesn't declare.",
             .rationale = "Kubernetes refuses a container whose resources.claims name an entry that "
                          "spec.resourceClaims lacks.",
             .help = "Add the entry to spec.resourceClaims, or correct the name.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  resourceClaims:
  - name: gpus
    resourceClaimTemplateName: single-gpu
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      claims:
      - name: gpu
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  resourceClaims:
  - name: gpu
    resourceClaimTemplateName: single-gpu
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      claims:
      - name: gpu
)",
             .fields = {"resourceClaims", "containers[].resources.claims"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go validateResourceClaimNames"}},
    .check_pod = check};

} // namespace gpulint
