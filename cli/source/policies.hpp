// Which policy holds for which file.
#pragma once

#include "rules/engine/check.hpp"
#include "rules/engine/registry.hpp"
#include "rules/policy/policy.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint::cli {

/// Bytes of a policy file.
inline constexpr std::size_t kMaxPolicyBytes = 4u << 20;

/// A policy that was found, or what is wrong with it.
struct FoundPolicy {
  std::string file;                     ///< as shown; empty: the built-in one
  std::shared_ptr<const Policy> policy; ///< nullptr where `errors` has something
  std::vector<InputError> errors;
};

/// Reads a policy file.
FoundPolicy read_policy(const std::string& path, const Registry& registry);

/// Exceptions of the policy that have ended, a sentence each with the file and line: they hold no longer, and what they
/// were written for is reported again.
std::vector<std::string> expired_exceptions(const FoundPolicy& found, Date today);

/// Finds the policy of each file: the nearest .gpu-lint.yaml or .gpu-lint.yml in its folder and those above, up to the
/// root of the repository (the folder that holds .git), or of the file system outside of one: what a checkout gives
/// doesn't depend on where it stands. Every policy is read once and every folder asked once.
class PolicyFinder {
public:
  /// `policy_file`: used for everything instead; empty: find them.
  PolicyFinder(const Registry& registry, std::string policy_file);

  /// For a file, whether it exists or not; lives as long as the finder.
  const FoundPolicy& for_file(std::string_view path);
  /// For a folder.
  const FoundPolicy& for_folder(std::string_view path);

  /// expired_exceptions() of every policy that was found so far.
  std::vector<std::string> expired(Date today) const;

private:
  const FoundPolicy& for_absolute(const std::string& folder);
  const FoundPolicy& builtin();
  const FoundPolicy& read(const std::string& path);

  const Registry& registry_;
  std::string policy_file_;
  std::map<std::string, FoundPolicy, std::less<>> policies_;             ///< by file; "" is the built-in one
  std::map<std::string, const FoundPolicy*, std::less<>> folders_;       ///< absolute, links followed
  std::map<std::string, const FoundPolicy*, std::less<>> named_folders_; ///< as they are named
};

} // namespace gpulint::cli
