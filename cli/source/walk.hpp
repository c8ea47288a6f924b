// From the paths of a command line to the inputs to check, one after the other and always in the same order.
#pragma once

#include "cli/source/gitignore.hpp"
#include "rules/engine/check.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace gpulint::cli {

/// Which file, whatever its name.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;

  bool operator==(const FileIdentity&) const = default;
};

/// The regular file behind a descriptor; nothing for terminals, pipes and the like.
std::optional<FileIdentity> regular_file_behind(int descriptor);

struct Input {
  std::string path; ///< as it is opened and shown: the named path, or what is below it
  bool standard_input = false;
  std::optional<InputError> error; ///< a folder that can't be read; then there is nothing to open
};

struct WalkOptions {
  bool ignore_files = true;          ///< honour .gitignore, .ignore, .gpu-lint-ignore and .git/info/exclude
  std::vector<std::string> exclude;  ///< patterns as in .gitignore, relative to the working folder; for named paths too
  std::vector<FileIdentity> reports; ///< what this run writes, and so must not read
};

/// Below folders: *.yaml, *.yml and *.json, byte-wise sorted by their paths; links to files are followed, links to
/// folders aren't (so there are no loops); what isn't a regular file is left out; folders of version control and of
/// package managers, policy files, and what ignore files list are left out. Named paths are taken as they are. A file
/// that several of the paths lead to comes once.
///
/// Memory grows with the largest folder on the way, not with the number of files.
class Walk {
public:
  Walk(std::vector<std::string> paths, WalkOptions options);
  ~Walk();
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  std::optional<Input> next();

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Names of policy files, the first that is there wins.
inline constexpr std::string_view kPolicyFileNames[] = {".gpu-lint.yaml", ".gpu-lint.yml"};

} // namespace gpulint::cli
