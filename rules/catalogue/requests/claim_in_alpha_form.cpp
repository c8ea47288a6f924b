// spec.resourceClaims[].source, the form of the alpha API. Today the field is unknown and dropped, and the entry then
// names no claim at all.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

namespace gpulint {
namespace {

void check(const PodContext& in, Report& report) {
  if (in.pod.source == PodSource::inline_spec || in.pod.source == PodSource::structural) {
    return; // NIMService and the like have lists of this name with fields of their own
  }
  const Field claims = in.pod.get("resourceClaims");
  if (!claims.is(Kind::sequence)) {
    return;
  }
  for (const Field& claim : claims.children()) {
    const Field source = claim["source"];
    if (!source || claim["resourceClaimName"] || claim["resourceClaimTemplateName"]) {
      continue;
    }
    const std::string_view key = source["resourceClaimName"] ? "resourceClaimName" : "resourceClaimTemplateName";
    report.add_at_key(
        source,
        "the resource claim " + requests::clipped(claim["name"].text()) +
            " is written in the alpha form, with `source`; Kubernetes drops that field and refuses the rest",
        "write `" + std::string(key) + ": " + requests::clipped(source[key].text()) + "` directly in the entry");
  }
}

} // namespace

extern const Rule claim_in_alpha_form;
const Rule claim_in_alpha_form{
    .info = {.code = "GPU132",
             .name = "claim-in-alpha-form",
             .summary = "A resource claim is written in the form of the alpha API.",
             .rationale = "`source` isn't part of the API any more: it is dropped in silence, and the entry is "
                          "then refused because it names no claim.",
             .help = "Move resourceClaimTemplateName or resourceClaimName out of `source`, directly into the "
                     "entry.",
             .action = Action::deny,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  resourceClaims:
  - name: gpu
    source:
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
             .fields = {"resourceClaims"},
             .references = {"kubernetes/kubernetes #131877", "Project-HAMi/k8s-dra-driver #5"}},
    .check_pod = check};

} // namespace gpulint
