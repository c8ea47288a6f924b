// Text that isn't what Kubernetes will get.
#pragma once

#include <string_view>

namespace gpulint {

/// Text that something fills in before it gets to Kubernetes (`${ZONE}` of envsubst or Flux, `$(POOL)` of kustomize,
/// `{{ .Values.x }}` of Helm, `{{inputs.x}}` of Argo, `<pool>` of a reader), or a directive of a patch (`$patch`): not
/// to be judged as what it isn't yet.
bool is_placeholder(std::string_view text);

} // namespace gpulint
