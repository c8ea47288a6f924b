// What texts must look like, as k8s.io/apimachinery pkg/util/validation has it for labels.
#include "rules/policy/sections/sections.hpp"

#include <algorithm>

namespace gpulint::policy_file {
namespace {

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// The name part of a qualified name, and label values: at most 63 of [A-Za-z0-9-_.], alphanumeric at both ends.
bool is_label_name(std::string_view text) {
  return !text.empty() && text.size() <= 63 && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

/// The prefix part: a DNS subdomain of at most 253 characters.
bool is_subdomain(std::string_view text) {
  const auto good = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  if (text.empty() || text.size() > 253) {
    return false;
  }
  char before = '.';
  for (const char c : text) {
    if (!good(c) && ((c != '-' && c != '.') || before == '.' || (c == '.' && before == '-'))) {
      return false;
    }
    before = c;
  }
  return good(before);
}

bool is_label_key(std::string_view text) {
  const std::size_t slash = text.find('/');
  return slash == std::string_view::npos ? is_label_name(text)
                                         : is_subdomain(text.substr(0, slash)) && is_label_name(text.substr(slash + 1));
}

bool is_label_value(std::string_view text) {
  return text.empty() || is_label_name(text);
}
bool is_filled(std::string_view text) {
  return !text.empty();
}

} // namespace

constinit const TextForm kLabelKeyForm{
    is_label_key, "can't be a label's key (letters, digits and -_. after an optional lower-case domain and /)",
    "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$"};
constinit const TextForm kLabelValueForm{is_label_value,
                                         "can't be a label's value (at most 63 letters, digits and -_.)",
                                         "^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$"};
constinit const TextForm kNameForm{is_label_name, "can't be a name here (at most 63 letters, digits and -_.)",
                                   "^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$"};
constinit const TextForm kFilledForm{is_filled, "must not be empty", "."};

} // namespace gpulint::policy_file
