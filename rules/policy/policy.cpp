#include "rules/policy/policy.hpp"

#include <algorithm>

namespace gpulint {

Severity severity_of(Action action) {
  switch (action) {
  case Action::deny:
    return Severity::error;
  case Action::warn:
    return Severity::warning;
  case Action::off:
  case Action::audit:
  case Action::inject:
    break;
  }
  return Severity::info;
}

std::string_view name_of(Action action) {
  switch (action) {
  case Action::off:
    return "off";
  case Action::audit:
    return "audit";
  case Action::inject:
    return "inject";
  case Action::warn:
    return "warn";
  case Action::deny:
    return "deny";
  }
  return "";
}

std::string_view name_of(Severity severity) {
  switch (severity) {
  case Severity::info:
    return "info";
  case Severity::warning:
    return "warning";
  case Severity::error:
    return "error";
  }
  return "";
}

bool Pool::has_resource(std::string_view resource) const {
  return std::any_of(resources.begin(), resources.end(),
                     [&](const Pattern& pattern) { return pattern.matches(resource); });
}

const Pool* Policy::find_pool(std::string_view pool_name) const {
  const auto found = std::find_if(pools.begin(), pools.end(), [&](const Pool& pool) { return pool.name == pool_name; });
  return found == pools.end() ? nullptr : &*found;
}

const Pool* Policy::pool_of(std::string_view resource) const {
  const auto found =
      std::find_if(pools.begin(), pools.end(), [&](const Pool& pool) { return pool.has_resource(resource); });
  return found == pools.end() ? nullptr : &*found;
}

bool Policy::is_system_namespace(std::string_view namespace_name) const {
  return std::find(system_namespaces.begin(), system_namespaces.end(), namespace_name) != system_namespaces.end();
}

} // namespace gpulint
