// `match` of custom rules and exceptions.
#include "rules/policy/sections/sections.hpp"

namespace gpulint::policy_file {
namespace {

void read_accelerators(Reading& in, const Field& field, const Shape& shape, ObjectMatch& to) {
  in.add_list(field, shape, to.accelerators);
  std::vector<std::string_view> names;
  for (const Pool& pool : in.loading().policy.pools) {
    names.push_back(pool.name);
  }
  for (const Field& item : field.children()) {
    if (item.is(Kind::string) && in.loading().policy.find_pool(item.text()) == nullptr) {
      in.error(item,
               place(item) + ": there is no pool " + quoted(item.text()) + suggestion(item.text(), names, "there are"));
    }
  }
}

constexpr Key<ObjectMatch> kMatchKeys[] = {
    {{"namespaces", "Patterns found in the namespace; ^ and $ say where.", kPatternList},
     add_all<&ObjectMatch::namespaces>},
    {{"names", "Patterns found in the object's name.", kPatternList}, add_all<&ObjectMatch::names>},
    {{"kinds", "Kinds of objects: Pod, Job, PyTorchJob.", kFilledList}, add_all<&ObjectMatch::kinds>},
    {{"accelerators", "Names of pools; some pod of the object asks for one of them.", kFilledList}, read_accelerators},
};

} // namespace

std::vector<const KeyInfo*> match_keys() {
  return infos<kMatchKeys>();
}

void read_match(Reading& in, const Field& field, ObjectMatch& to) {
  in.mapping(field, std::span<const Key<ObjectMatch>>(kMatchKeys), to);
}

} // namespace gpulint::policy_file
