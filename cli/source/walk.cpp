#include "cli/source/walk.hpp"

#include "cli/source/ignore_files.hpp"
#include "cli/source/paths.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include <dirent.h>
#include <sys/stat.h>

namespace gpulint::cli {
namespace {

/// Held by version control or filled by package managers: never written by hand.
constexpr std::string_view kSkippedFolders[] = {".git", ".hg", ".svn", ".bzr", ".jj", "node_modules", ".terraform"};
constexpr std::string_view kExtensions[] = {".yaml", ".yml", ".json"};

bool is_manifest_name(std::string_view name) {
  return std::ranges::any_of(kExtensions, [&](std::string_view end) { return name.ends_with(end); });
}

bool is_policy_name(std::string_view name) {
  return std::ranges::find(kPolicyFileNames, name) != std::end(kPolicyFileNames);
}

bool is_skipped_folder(std::string_view name) {
  // The kubelet keeps the versions of a mounted ConfigMap in folders named `..<time>` and links to their files.
  return name.starts_with("..") || std::ranges::find(kSkippedFolders, name) != std::end(kSkippedFolders);
}

struct Entry {
  std::string name;
  bool is_folder = false;
};

/// Byte-wise by path: the names below a folder begin with its name and a slash.
bool is_before(const Entry& left, const Entry& right) {
  const std::size_t common = std::min(left.name.size(), right.name.size());
  if (const int order = left.name.compare(0, common, right.name, 0, common); order != 0) {
    return order < 0;
  }
  const auto rest = [&](const Entry& entry) -> unsigned {
    return entry.name.size() > common ? static_cast<unsigned char>(entry.name[common]) : entry.is_folder ? '/' : 0u;
  };
  return rest(left) < rest(right);
}

enum class Type { folder, file, other };

Type type_of(const std::string& path, const dirent& entry) {
  unsigned char type = entry.d_type;
  struct stat status {};
  if (type == DT_UNKNOWN && ::lstat(path.c_str(), &status) == 0) {
    type = static_cast<unsigned char>(IFTODT(status.st_mode));
  }
  if (type == DT_DIR) {
    return Type::folder;
  }
  if (type == DT_LNK && is_manifest_name(entry.d_name)) {
    // A link that leads nowhere, or in a circle, is taken: that it can't be read is worth telling.
    const bool leads_elsewhere = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
    return leads_elsewhere ? Type::other : Type::file;
  }
  return type == DT_REG ? Type::file : Type::other;
}

/// What of a folder is looked at, sorted; the error number where it can't be read.
tl::expected<std::vector<Entry>, int> read_folder(const std::string& path) {
  DIR* const folder = ::opendir(path.empty() ? "." : path.c_str());
  if (folder == nullptr) {
    return tl::unexpected(errno);
  }
  std::vector<Entry> entries;
  errno = 0;
  for (const dirent* next = ::readdir(folder); next != nullptr; next = ::readdir(folder)) {
    const std::string_view name = next->d_name;
    if (name == "." || name == "..") {
      continue;
    }
    const bool may_be_folder = next->d_type == DT_DIR || next->d_type == DT_UNKNOWN;
    if (may_be_folder ? !is_skipped_folder(name) : is_manifest_name(name) && !is_policy_name(name)) {
      const Type type = type_of(join_path(path, name), *next);
      const bool taken =
          type == Type::folder || (type == Type::file && is_manifest_name(name) && !is_policy_name(name));
      if (taken) {
        entries.push_back({std::string(name), type == Type::folder});
      }
    }
    errno = 0;
  }
  const int error = errno;
  ::closedir(folder);
  if (error != 0) {
    return tl::unexpected(error);
  }
  std::ranges::sort(entries, is_before);
  return entries;
}

/// Whether one of the sorted paths is, or lies below, another one.
bool overlap(std::vector<std::string> paths) {
  for (std::string& path : paths) {
    path += '/';
  }
  std::ranges::sort(paths);
  return std::ranges::adjacent_find(paths, [](const std::string& left, const std::string& right) {
           return right.starts_with(left);
         }) != paths.end();
}

} // namespace

std::optional<FileIdentity> regular_file_behind(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  return FileIdentity{status.st_dev, status.st_ino};
}

struct Walk::State {
  struct Folder {
    std::string path;     ///< as shown
    std::string absolute; ///< with links followed
    std::vector<Entry> entries;
    std::size_t next = 0;
  };

  std::vector<std::string> paths;
  std::size_t next_path = 0;
  WalkOptions options;
  IgnoreList exclude;
  std::vector<Folder> folders;
  IgnoreFiles ignore_files;
  bool may_repeat = false;
  std::set<std::string, std::less<>> seen;
  bool standard_input_seen = false;

  std::optional<Input> start(const std::string& path);
  std::optional<Input> enter(std::string path, std::string absolute);
  std::optional<Input> step();
  bool is_excluded(std::string_view absolute, bool is_folder) const;
  bool is_excluded_with_parents(std::string_view absolute, bool is_folder) const;
  bool is_report(const std::string& path) const;
  bool is_new(const std::string& absolute) { return !may_repeat || seen.insert(absolute).second; }
};

Walk::Walk(std::vector<std::string> paths, WalkOptions options) : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.paths = std::move(paths);
  state.options = std::move(options);
  for (const std::string& pattern : state.options.exclude) {
    if (auto parsed = IgnorePattern::parse(pattern)) {
      state.exclude.add(std::move(*parsed));
    }
  }
  if (state.paths.size() > 1) {
    std::vector<std::string> real;
    for (const std::string& path : state.paths) {
      real.push_back(real_path(path));
    }
    state.may_repeat = overlap(std::move(real));
  }
}

Walk::~Walk() = default;

std::optional<Input> Walk::next() {
  State& state = *state_;
  for (;;) {
    if (!state.folders.empty()) {
      if (auto input = state.step()) {
        return input;
      }
    } else if (state.next_path < state.paths.size()) {
      if (auto input = state.start(state.paths[state.next_path++])) {
        return input;
      }
    } else {
      return std::nullopt;
    }
  }
}

std::optional<Input> Walk::State::start(const std::string& path) {
  if (path == "-") {
    if (std::exchange(standard_input_seen, true)) {
      return std::nullopt;
    }
    return Input{.path = path, .standard_input = true, .error = {}};
  }
  struct stat status {};
  const bool is_folder = ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  if (is_excluded_with_parents(absolute_path(path), is_folder)) {
    return std::nullopt;
  }
  if (is_folder) {
    std::string absolute = real_path(path);
    if (options.ignore_files) {
      ignore_files = IgnoreFiles();
      ignore_files.enter_from_above(absolute);
    }
    return enter(path == "." || path == "./" ? std::string() : path, std::move(absolute));
  }
  if (is_policy_name(file_name(path)) || is_report(path) || !is_new(real_path(path))) {
    return std::nullopt;
  }
  return Input{.path = path, .standard_input = false, .error = {}};
}

std::optional<Input> Walk::State::enter(std::string path, std::string absolute) {
  auto entries = read_folder(path);
  if (!entries) {
    InputError error;
    error.code = InputErrorCode::unreadable;
    error.message = std::strerror(entries.error());
    return Input{.path = path.empty() ? "." : std::move(path), .standard_input = false, .error = std::move(error)};
  }
  if (options.ignore_files) {
    ignore_files.enter(absolute);
  }
  folders.push_back({std::move(path), std::move(absolute), std::move(*entries)});
  return std::nullopt;
}

std::optional<Input> Walk::State::step() {
  Folder& folder = folders.back();
  if (folder.next == folder.entries.size()) {
    folders.pop_back();
    if (options.ignore_files) {
      ignore_files.leave();
    }
    return std::nullopt;
  }
  const Entry& entry = folder.entries[folder.next++];
  std::string path = join_path(folder.path, entry.name);
  std::string absolute = folder.absolute + '/' + entry.name;
  if (is_excluded(absolute, entry.is_folder) ||
      (options.ignore_files && ignore_files.is_ignored(absolute, entry.is_folder))) {
    return std::nullopt;
  }
  if (entry.is_folder) {
    return enter(std::move(path), std::move(absolute));
  }
  if (is_report(path) || !is_new(may_repeat ? real_path(path) : absolute)) {
    return std::nullopt;
  }
  return Input{.path = std::move(path), .standard_input = false, .error = {}};
}

bool Walk::State::is_excluded(std::string_view absolute, bool is_folder) const {
  if (exclude.empty() || absolute.empty()) {
    return false;
  }
  const std::string relative = shown_path(std::string(absolute));
  return exclude.judge(std::string_view(relative).substr(relative.starts_with('/') ? 1 : 0), is_folder) ==
         Verdict::ignored;
}

bool Walk::State::is_excluded_with_parents(std::string_view absolute, bool is_folder) const {
  for (std::size_t slash = 0; !exclude.empty() && (slash = absolute.find('/', slash + 1)) != std::string_view::npos;) {
    const std::string_view parent = absolute.substr(0, slash);
    const bool holds_working_folder = (working_folder() + '/').starts_with(std::string(parent) + '/');
    if (!holds_working_folder && is_excluded(parent, true)) {
      return true;
    }
  }
  return absolute != working_folder() && is_excluded(absolute, is_folder);
}

bool Walk::State::is_report(const std::string& path) const {
  struct stat status {};
  if (options.reports.empty() || ::stat(path.c_str(), &status) != 0) {
    return false;
  }
  return std::ranges::find(options.reports, FileIdentity{status.st_dev, status.st_ino}) != options.reports.end();
}

} // namespace gpulint::cli
