// The root of the file, and `spec` with what is small enough to stand here.
#include "rules/policy/sections/sections.hpp"

#include <limits>

namespace gpulint::policy_file {
namespace {

constexpr std::string_view kApiVersions[] = {"gpu-lint.dev/v1"};
constexpr std::string_view kKinds[] = {"Policy"};
constexpr Shape kApiVersion{.type = ShapeType::text, .words = kApiVersions};
constexpr Shape kKind{.type = ShapeType::text, .words = kKinds};

constexpr std::string_view kModes[] = {"preferred", "required"};
constexpr Shape kMode{.type = ShapeType::text, .words = kModes};
/// The API's range of preferred terms.
constexpr Shape kWeight{.type = ShapeType::integer, .minimum = 1, .maximum = 100};
constexpr Shape kReplicas{
    .type = ShapeType::integer, .minimum = 1, .maximum = std::numeric_limits<std::int32_t>::max()};

void read_mode(Reading& in, const Field& field, const Shape& shape, AntiAffinity& to) {
  std::string mode;
  if (in.value(field, shape, mode)) {
    to.required = mode == "required";
  }
}

constexpr Key<AntiAffinity> kAntiAffinityKeys[] = {
    {{"topologyKey", "The node label whose values replicas are spread over.", kLabelKey},
     set<&AntiAffinity::topology_key>},
    {{"weight", "Weight of the preferred term.", kWeight}, set<&AntiAffinity::weight>},
    {{"mode", "preferred, or required: then replicas beyond the number of nodes stay Pending.", kMode}, read_mode},
    {{"minReplicas", "Workloads of fewer replicas are left alone.", kReplicas}, set<&AntiAffinity::min_replicas>},
};

constexpr Shape kPool{.type = ShapeType::mapping, .keys = pool_keys};
constexpr Shape kPools{.type = ShapeType::list, .item = &kPool};
constexpr Shape kAntiAffinity{.type = ShapeType::mapping, .keys = infos<kAntiAffinityKeys>};
constexpr Shape kRuleSetting{.type = ShapeType::mapping, .keys = rule_setting_keys};
constexpr Shape kRules{.type = ShapeType::rule_map, .item = &kRuleSetting};
constexpr Shape kCustomRule{.type = ShapeType::mapping, .keys = custom_rule_keys};
constexpr Shape kCustom{.type = ShapeType::list, .item = &kCustomRule};
constexpr Shape kException{.type = ShapeType::mapping, .keys = exception_keys};
constexpr Shape kExceptions{.type = ShapeType::list, .item = &kException};
constexpr Shape kRows{.type = ShapeType::rows};

/// Rows are read in this order, whatever the file's: later ones look names up in earlier ones.
constexpr Key<Policy> kSpecKeys[] = {
    {{"extends", "Shipped presets that apply before this file, in this order; a later one wins.", kFilledList},
     read_extends},
    {{"pools", "How accelerators are fenced off in the cluster.", kPools}, read_pools},
    {{"antiAffinity", "What replicas of one workload should do.", kAntiAffinity},
     merge<&Policy::anti_affinity, kAntiAffinityKeys>},
    {{"rules", "Settings of rules, by code or name.", kRules}, read_rules},
    {{"custom", "Rules of your own.", kCustom}, read_custom},
    {{"exceptions", "Who may break which rule, and why.", kExceptions}, read_exceptions},
    {{"systemNamespaces", "Namespaces of node agents, beside those already known; isolation rules are quieter there.",
      kFilledList},
     add_all<&Policy::system_namespaces>},
    {{"schedulers", "Names that pods may set as schedulerName, beside those already known.", kFilledList},
     add_all<&Policy::schedulers>},
    {{"workloads", "Rows of the workload table for kinds of your own.", kRows}, read_workloads},
};
constexpr Shape kSpec{.type = ShapeType::mapping, .keys = infos<kSpecKeys>};

constexpr Key<PolicyFile> kMetadataKeys[] = {
    {{"name", "The policy's name in reports and logs.", kFilled}, set<&PolicyFile::name>},
};
constexpr Shape kMetadata{.type = ShapeType::mapping, .keys = infos<kMetadataKeys>};

void read_word(Reading& in, const Field& field, const Shape& shape, PolicyFile&) {
  std::string word;
  in.value(field, shape, word);
}

void read_metadata(Reading& in, const Field& field, const Shape&, PolicyFile& to) {
  in.mapping(field, std::span<const Key<PolicyFile>>(kMetadataKeys), to);
}

void read_spec(Reading& in, const Field& field, const Shape&, PolicyFile& to) {
  in.mapping(field, std::span<const Key<Policy>>(kSpecKeys), to.policy);
}

constexpr Key<PolicyFile> kFileKeys[] = {
    {{"apiVersion", "gpu-lint.dev/v1.", kApiVersion, true}, read_word},
    {{"kind", "Policy.", kKind, true}, read_word},
    {{"metadata", "The policy's name.", kMetadata}, read_metadata},
    {{"spec", "The policy.", kSpec, true}, read_spec},
};

} // namespace

std::vector<const KeyInfo*> file_keys() {
  return infos<kFileKeys>();
}

Shape file_shape() {
  return {.type = ShapeType::mapping, .keys = infos<kFileKeys>};
}

void read_root(Reading& in, const Field& root, PolicyFile& to) {
  in.mapping(root, std::span<const Key<PolicyFile>>(kFileKeys), to);
}

} // namespace gpulint::policy_file
