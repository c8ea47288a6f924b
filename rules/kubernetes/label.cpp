#include "rules/kubernetes/label.hpp"

#include <algorithm>

namespace gpulint {

namespace {

constexpr std::size_t kMaxName = 63;    // LabelValueMaxLength, qualifiedNameMaxLength
constexpr std::size_t kMaxPrefix = 253; // DNS1123SubdomainMaxLength

bool is_lower_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool is_alphanumeric(char c) {
  return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kMaxName && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

} // namespace

bool is_label_value(std::string_view text) {
  return text.empty() || is_name(text);
}

bool is_label_key(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return is_name(text);
  }
  return is_dns_subdomain(text.substr(0, slash)) && is_name(text.substr(slash + 1));
}

// Only the whole has a maximum here: IsDNS1123Subdomain doesn't count the bytes between two dots.
bool is_dns_subdomain(std::string_view text) {
  if (text.empty() || text.size() > kMaxPrefix) {
    return false;
  }
  char previous = '.';
  for (const char c : text) {
    const bool inner = c == '-' || c == '.';
    if (!is_lower_or_digit(c) && !inner) {
      return false;
    }
    if ((previous == '.' && inner) || (previous == '-' && c == '.')) {
      return false;
    }
    previous = c;
  }
  return is_lower_or_digit(previous);
}

} // namespace gpulint
