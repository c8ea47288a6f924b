// adminAccess in a ResourceClaim or ResourceClaimTemplate: `exactly.adminAccess` in v1 and v1beta2, straight in the
// request in v1beta1.
#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {
namespace {

void check_request(const ObjectContext& in, const Field& request, Report& report) {
  for (const Field& field : {request["exactly"]["adminAccess"], request["adminAccess"]}) {
    if (!field.is_true()) {
      continue;
    }
    const std::string_view name = request["name"].text();
    RawFinding& finding = report.add(
        field, "The request" + (name.empty() ? std::string() : " \"" + std::string(name) + "\"") +
                   " asks for admin access: it is given devices that other pods use. Outside of a namespace labelled "
                   "resource.kubernetes.io/admin-access: \"true\" the API server refuses it.");
    if (in.environment.policy.is_system_namespace(in.object.namespace_)) {
      finding.cap(Action::audit);
    }
  }
}

void check(const ObjectContext& in, Report& report) {
  const bool claim = in.object.kind == "ResourceClaim";
  if ((!claim && in.object.kind != "ResourceClaimTemplate") || !in.object.api_version.starts_with("resource.k8s.io/")) {
    return;
  }
  const Field requests = in.object.root.at(claim ? "spec.devices.requests" : "spec.spec.devices.requests");
  if (requests.is(Kind::sequence)) {
    for (const Field request : requests.children()) {
      check_request(in, request, report);
    }
  }
}

} // namespace

extern const Rule dra_admin_access;
const Rule dra_admin_access{
    .info = {.code = "GPU321",
             .name = "dra-admin-access",
             .summary = "A claim asks for admin access to devices.",
             .rationale = "Admin access hands out devices that are in use by other pods; the API server allows it only "
                          "in namespaces labelled resource.kubernetes.io/admin-access: \"true\".",
             .help = "Remove adminAccess; keep it to the claims of monitoring agents in their own namespace.",
             .action = Action::warn,
             .bad = R"(apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata:
  name: trainer
spec:
  spec:
    devices:
      requests:
      - name: gpu
        exactly:
          deviceClassName: gpu.nvidia.com
          adminAccess: true
)",
             .good = R"(apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata:
  name: trainer
spec:
  spec:
    devices:
      requests:
      - name: gpu
        exactly:
          deviceClassName: gpu.nvidia.com
)",
             .fields = {"ResourceClaim spec.devices.requests[]", "ResourceClaimTemplate spec.spec.devices.requests[]"},
             .references = {"k8s.io/api resource/v1 types.go"}},
    .check_object = check};

} // namespace gpulint
