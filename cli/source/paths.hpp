// Paths as text: where a name leads, without asking the file system more than needed.
#pragma once

#include <string>
#include <string_view>

namespace gpulint::cli {

/// From the root, without `.`, `..`, doubled slashes or a slash at the end; symbolic links stay. The root is "".
std::string absolute_path(std::string_view path);

/// The same with symbolic links followed; absolute_path() where the path doesn't exist.
std::string real_path(const std::string& path);

/// The folder that the process runs in, with links followed.
const std::string& working_folder();

/// An absolute path as short as it can be shown: relative to the working folder where it lies below.
std::string shown_path(const std::string& absolute);

/// `folder/name`; just the name for "" and ".".
std::string join_path(std::string_view folder, std::string_view name);

/// All before the last slash; "." where there is none.
std::string_view parent_of(std::string_view path);
std::string_view file_name(std::string_view path);

bool exists(const std::string& path); ///< anything, a broken link included

} // namespace gpulint::cli
