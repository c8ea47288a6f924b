// The ignore files that hold in a folder: its own and those of the folders above, up to the repository's root.
#pragma once

#include "cli/source/gitignore.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint::cli {

/// A stack that a walk pushes to on its way down. A `.gpu-lint-ignore` beats an `.ignore`, which beats a `.gitignore`;
/// among files of one name the deeper one wins. A `.gitignore` ends at the root of its repository.
class IgnoreFiles {
public:
  /// The folders above `folder` up to the root of its repository; none where it lies in no repository.
  void enter_from_above(const std::string& folder);
  /// A folder on the way down, absolute and without a slash at the end.
  void enter(const std::string& folder);
  void leave();

  /// `path` is absolute and lies in the folder entered last.
  bool is_ignored(std::string_view path, bool is_folder) const;

private:
  enum Name : std::size_t { git, generic, own, name_count };

  struct Level {
    std::size_t folder_size = 0; ///< bytes of the absolute path
    std::array<IgnoreList, name_count> lists;
    IgnoreList repository; ///< .git/info/exclude
    bool repository_root = false;
  };

  Verdict judge(Name name, std::string_view path, bool is_folder) const;

  std::vector<Level> levels_;
};

} // namespace gpulint::cli
