// What is known of accelerators: resource names of every vendor and sharing layer, cards, MIG profiles.
//
// The facts are data: policies/accelerators.yaml, with the source of each row.
#pragma once

#include "rules/policy/pattern.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint {

enum class ResourceRole : std::uint8_t {
  device,    ///< a card, a share or a partition: asking for it makes a pod a GPU pod
  companion, ///< refines a device asked for in the same container (memory, cores)
  monitor,   ///< gives every device of the node, for monitoring agents
  adapter    ///< network adapter that goes with accelerators (efa, rdma); no accelerator itself
};

/// One resource name, or a family of them.
struct AcceleratorResource {
  std::string name;    ///< exact name; empty where `pattern` is used
  Pattern pattern;     ///< whole names
  std::string example; ///< a name to show for a pattern
  std::string vendor;  ///< nvidia, amd, intel, huawei, ...
  std::string layer; ///< the sharing layer whose name it is (hami, volcano, aliyun, ...); empty for the vendor's plugin
  ResourceRole role = ResourceRole::device;
  std::string unit;     ///< "card", "MiB", "percent", ... for messages
  bool counted = false; ///< the unit is a device (card, chip, share, instance, core), not a measure of one
  bool whole_card = false;
  bool partition = false;               ///< a MIG instance or the like
  std::vector<std::string> needs;       ///< one of these must stand in the same container
  std::vector<std::string> share_needs; ///< likewise, but only while the amount is below `maximum`
  std::vector<std::string> excludes;    ///< none of these may stand in the same container
  std::optional<std::int64_t> minimum;
  std::optional<std::int64_t> maximum;
  bool multiples = false; ///< beyond `maximum` its multiples make sense too (100 percent of each of several cards)
  std::optional<std::int64_t> step;
  std::vector<std::int64_t> allowed;       ///< when not empty: the only values that make sense
  std::string scheduler;                   ///< schedulerName that the pod needs; empty: any
  std::vector<std::string> node_selectors; ///< node labels that the pod must select (TPU); all of them
  std::string replaced_by;                 ///< for retired names
  bool verified = true;                    ///< false: general knowledge, rules on it warn at most
  std::string note;                        ///< one sentence about the amounts, for messages; may be empty
  std::string excludes_note;               ///< one sentence about why `excludes` holds; may be empty
};

struct MigFamily {
  std::string cards;                 ///< "A100/A800 80 GB"
  std::vector<std::string> profiles; ///< "1g.10gb", "1g.10gb+me", ...
};

struct CardModel {
  std::string name;                      ///< "A100", "RTX 3060"; variants (40 and 80 GB) are several models of one name
  std::vector<std::string> products;     ///< values of nvidia.com/gpu.product
  std::vector<std::string> old_products; ///< values that drivers before 470 gave, which match no node today
  std::int64_t memory_mib = 0;           ///< nominal nvidia.com/gpu.memory; 0: unknown
  bool mig = false;
};

class AcceleratorTable {
public:
  /// policies/accelerators.yaml; read once.
  static const AcceleratorTable& builtin();
  static tl::expected<AcceleratorTable, std::string> parse(std::string_view yaml);

  /// The row of a resource name; nullptr for names that aren't ours to judge.
  const AcceleratorResource* find(std::string_view resource) const;

  /// A known name that `resource` was probably meant to be ("nvidia.com/gpus", "nvidia.com/GPU", "nvidia/gpu", "gpu"):
  /// nullopt where nothing is near enough to be believed.
  std::optional<std::string> did_you_mean(std::string_view resource) const;

  /// Some card offers this MIG profile, written as in a resource name ("1g.10gb", "1g.10gb.me").
  bool has_mig_profile(std::string_view profile) const;
  /// The nearest profiles that exist, for messages.
  std::vector<std::string> similar_mig_profiles(std::string_view profile) const;

  /// The model that has this product label (also in its -SHARED and -MIG-<profile> forms); nullptr if unknown.
  const CardModel* find_product(std::string_view product) const;

  const std::vector<AcceleratorResource>& resources() const { return resources_; }
  const std::vector<MigFamily>& mig_families() const { return mig_families_; }
  const std::vector<CardModel>& models() const { return models_; }

private:
  struct Reader;
  std::optional<std::string> nearest_name(std::string_view typed) const;

  std::vector<AcceleratorResource> resources_;
  std::vector<std::uint32_t> by_name_;                       ///< indices of resources_ with exact names, sorted by name
  std::vector<std::uint32_t> patterns_;                      ///< indices of resources_ with patterns
  std::vector<std::pair<std::string, std::string>> aliases_; ///< not a resource name -> what was probably meant
  std::vector<MigFamily> mig_families_;
  std::vector<CardModel> models_;
};

/// "1g.10gb" of "nvidia.com/mig-1g.10gb" (and of its ".shared" form); nothing for other names.
std::optional<std::string_view> mig_profile(std::string_view resource);

/// Why the API refuses this name in a container's limits or requests; empty where it accepts it. Names without a domain
/// must be standard ones (k8s.io/kubernetes validation.go, validateContainerResourceName).
std::string_view resource_name_fault(std::string_view resource);

} // namespace gpulint
