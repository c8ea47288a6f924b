// spec.exceptions: who may break which rule, why, and until when.
#include "rules/policy/sections/sections.hpp"

#include <algorithm>

namespace gpulint::policy_file {
namespace {

constexpr Shape kRule{.type = ShapeType::rule};
constexpr Shape kRuleList{.type = ShapeType::list, .item = &kRule};
constexpr Shape kMatch{.type = ShapeType::mapping, .keys = match_keys};
constexpr Shape kDate{.type = ShapeType::date};

void read_exception_rules(Reading& in, const Field& field, const Shape&, Exception& to) {
  for (const Field& item : in.items(field)) {
    std::string name;
    if (!in.value(item, kFilled, name)) {
      continue;
    }
    auto code = in.rule_code(name, item.range(), true);
    if (code && std::find(to.rules.begin(), to.rules.end(), *code) == to.rules.end()) {
      to.rules.push_back(*std::move(code));
    }
  }
  if (field.is(Kind::sequence) && field.size() == 0) {
    in.error(field, place(field) + " is empty; name the rules that may be broken");
  }
}

void read_exception_match(Reading& in, const Field& field, const Shape&, Exception& to) {
  read_match(in, field, to.match);
}

constexpr Key<Exception> kExceptionKeys[] = {
    {{"rules", "Codes or names of the rules that may be broken, custom ones too.", kRuleList, true},
     read_exception_rules},
    {{"match", "The objects that may; absent: all.", kMatch}, read_exception_match},
    {{"reason", "Why, for whoever reads the policy next.", kFilled, true}, set<&Exception::reason>},
    {{"until", "The last day on which it holds, YYYY-MM-DD; absent: for ever.", kDate}, set<&Exception::until>},
};

} // namespace

std::vector<const KeyInfo*> exception_keys() {
  return infos<kExceptionKeys>();
}

void read_exceptions(Reading& in, const Field& field, const Shape&, Policy& to) {
  for (const Field& item : in.items(field)) {
    Exception exception;
    in.mapping(item, std::span<const Key<Exception>>(kExceptionKeys), exception);
    exception.line = in.line(item);
    to.exceptions.push_back(std::move(exception));
  }
}

} // namespace gpulint::policy_file
