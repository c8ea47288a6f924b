// Which pods the rules of this group speak about.
#pragma once

#include "rules/engine/rule.hpp"

#include <string>
#include <string_view>

namespace gpulint::placement {

std::string quoted(std::string_view text); ///< "text" in double quotes

/// Asks for an accelerator in some way: a resource above zero (companions, monitors and unreadable amounts too), a
/// claim, a share. A pod for which this is false would run without any device.
bool asks_for_accelerator(const PodAccelerators& accelerators);

/// Asks for an accelerator or shows by a signal that it means to use one. Advice is for these pods only.
bool is_accelerator_pod(const PodContext& in);

/// One per node, or in a namespace that the policy keeps for the system: exporters, plugins and drivers, which rightly
/// are on GPU nodes without a GPU of their own.
bool is_node_agent(const PodContext& in);

/// How sure we are that what the API refuses in a pod is refused here: deny, or warn where the pod was recognised by
/// its shape only.
Action refusal(const PodContext& in);

/// A field that is left out, null, or has the kind that the API wants. Wrong kinds are told by another rule.
bool has_kind(const Field& field, Kind kind);

} // namespace gpulint::placement
