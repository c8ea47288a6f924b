// An entry of spec.resourceClaims that names neither a claim nor a template, or both.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  if (in.pod.partial || in.pod.source == PodSource::inline_spec || in.pod.source == PodSource::structural) {
    return;
  }
  const Field claims = in.pod.get("resourceClaims");
  if (!claims.is(Kind::sequence)) {
    return;
  }
  for (const Field& claim : claims.children()) {
    const bool by_name = static_cast<bool>(claim["resourceClaimName"]);
    const bool by_template = static_cast<bool>(claim["resourceClaimTemplateName"]);
    if (by_name != by_template || !claim.is(Kind::mapping) || (!by_name && claim["source"])) {
      continue; // `source`: claim-in-alpha-form
    }
    report.add(claim, "the resource claim " + requests::clipped(claim["name"].text()) +
                          (by_name ? " names both resourceClaimName and resourceClaimTemplateName"
                                   : " names neither resourceClaimName nor resourceClaimTemplateName") +
                          "; Kubernetes wants exactly one of them");
  }
}

} // namespace

extern const Rule claim_reference_not_one;
const Rule claim_reference_not_one{
    .info = {.code = "GPU133",
             .name = "claim-reference-not-one",
             .summary = "An entry of resourceClaims names no claim, or two.",
             .rationale = "Kubernetes refuses the pod: each entry names exactly one of resourceClaimName and "
                          "resourceClaimTemplateName.",
             .help = "Write one of resourceClaimName (a claim that exists and may be shared) and "
                     "resourceClaimTemplateName (a claim made for this pod).",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  resourceClaims:
  - name: gpu
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
             .fields = {"resourceClaims"},
             .references = {"k8s.io/kubernetes pkg/apis/core/validation/validation.go validatePodResourceClaimSource"}},
    .check_pod = check};

} // namespace gpulint
