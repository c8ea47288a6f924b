#include "cli/source/policies.hpp"

#include "cli/source/paths.hpp"
#include "cli/source/read.hpp"
#include "cli/source/walk.hpp"
#include "cli/terminal/text.hpp"
#include "rules/policy/custom.hpp"
#include "rules/policy/load.hpp"

namespace gpulint::cli {
namespace {

InputError to_input_error(const PolicyError& mistake, const LineIndex& lines) {
  InputError error;
  error.code = InputErrorCode::bad_policy;
  error.message = mistake.message;
  error.has_position = true;
  error.start = mistake.position;
  error.end = mistake.position;
  error.excerpt = lines.excerpt(error.start, kMaxExcerpt, error.excerpt_column);
  return error;
}

} // namespace

FoundPolicy read_policy(const std::string& path, const Registry& registry) {
  FoundPolicy found;
  found.file = shown_path(absolute_path(path));
  auto text = read_small_file(path, kMaxPolicyBytes);
  if (!text) {
    text.error().code = InputErrorCode::bad_policy;
    found.errors.push_back(std::move(text.error()));
    return found;
  }
  auto policy = load_policy(*text, found.file, registry.names());
  if (policy) {
    found.policy = std::move(*policy);
    return found;
  }
  const LineIndex lines(*text);
  for (const PolicyError& mistake : policy.error()) {
    found.errors.push_back(to_input_error(mistake, lines));
  }
  return found;
}

std::vector<std::string> expired_exceptions(const FoundPolicy& found, Date today) {
  std::vector<std::string> told;
  if (found.policy == nullptr) {
    return told;
  }
  for (const Exception& exception : found.policy->exceptions) {
    if (!is_expired(exception, today)) {
      continue;
    }
    std::string rules;
    for (const std::string& rule : exception.rules) {
      rules += (rules.empty() ? "" : ", ") + rule;
    }
    told.push_back(printable(found.file) + ':' + std::to_string(exception.line) + ": the exception for " +
                   printable(rules) +
                   " has ended (`until` is past) and holds no longer: remove it, or set a later date");
  }
  return told;
}

std::vector<std::string> PolicyFinder::expired(Date today) const {
  std::vector<std::string> told;
  for (const auto& [file, found] : policies_) {
    const auto more = expired_exceptions(found, today);
    told.insert(told.end(), more.begin(), more.end());
  }
  return told;
}

PolicyFinder::PolicyFinder(const Registry& registry, std::string policy_file)
    : registry_(registry), policy_file_(std::move(policy_file)) {}

const FoundPolicy& PolicyFinder::for_file(std::string_view path) {
  return for_folder(parent_of(path));
}

const FoundPolicy& PolicyFinder::for_folder(std::string_view path) {
  if (!policy_file_.empty()) {
    return read(policy_file_);
  }
  const auto known = named_folders_.find(path);
  if (known != named_folders_.end()) {
    return *known->second;
  }
  const FoundPolicy& found = for_absolute(real_path(std::string(path)));
  named_folders_.emplace(path, &found);
  return found;
}

const FoundPolicy& PolicyFinder::for_absolute(const std::string& folder) {
  const auto known = folders_.find(folder);
  if (known != folders_.end()) {
    return *known->second;
  }
  const FoundPolicy* found = nullptr;
  for (const std::string_view name : kPolicyFileNames) {
    std::string path = folder + '/' + std::string(name);
    if (found == nullptr && exists(path)) {
      found = &read(path);
    }
  }
  if (found == nullptr) {
    const bool is_top = folder.empty() || exists(folder + "/.git");
    found = is_top ? &builtin() : &for_absolute(folder.substr(0, folder.rfind('/')));
  }
  folders_.emplace(folder, found);
  return *found;
}

const FoundPolicy& PolicyFinder::builtin() {
  FoundPolicy& found = policies_[""];
  if (found.policy == nullptr) {
    found.policy = default_policy(registry_.names());
  }
  return found;
}

const FoundPolicy& PolicyFinder::read(const std::string& path) {
  const auto known = policies_.find(path);
  return known != policies_.end() ? known->second : policies_.emplace(path, read_policy(path, registry_)).first->second;
}

} // namespace gpulint::cli
