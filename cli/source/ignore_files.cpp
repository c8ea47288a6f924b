#include "cli/source/ignore_files.hpp"

#include "cli/source/paths.hpp"
#include "cli/source/read.hpp"

#include <ranges>

namespace gpulint::cli {
namespace {

/// An ignore file above this isn't one.
constexpr std::size_t kMaxIgnoreFileBytes = 1u << 20;

constexpr std::string_view kNames[] = {"/.gitignore", "/.ignore", "/.gpu-lint-ignore"};

IgnoreList read_list(const std::string& path) {
  if (!exists(path)) {
    return {};
  }
  const auto text = read_small_file(path, kMaxIgnoreFileBytes);
  return text ? IgnoreList::parse(*text) : IgnoreList();
}

bool is_repository(const std::string& folder) {
  return exists(folder + "/.git");
}

} // namespace

void IgnoreFiles::enter_from_above(const std::string& folder) {
  std::vector<std::string> above;
  std::string at = folder;
  while (!is_repository(at)) {
    if (at.empty()) {
      return;
    }
    at.resize(at.rfind('/'));
    above.push_back(at);
  }
  for (const std::string& next : std::views::reverse(above)) {
    enter(next);
  }
}

void IgnoreFiles::enter(const std::string& folder) {
  Level level;
  level.folder_size = folder.size();
  for (std::size_t name = 0; name < name_count; ++name) {
    level.lists[name] = read_list(folder + std::string(kNames[name]));
  }
  level.repository_root = is_repository(folder);
  if (level.repository_root) {
    level.repository = read_list(folder + "/.git/info/exclude");
  }
  levels_.push_back(std::move(level));
}

void IgnoreFiles::leave() {
  levels_.pop_back();
}

bool IgnoreFiles::is_ignored(std::string_view path, bool is_folder) const {
  for (const Name name : {own, generic, git}) {
    const Verdict verdict = judge(name, path, is_folder);
    if (verdict != Verdict::none) {
      return verdict == Verdict::ignored;
    }
  }
  return false;
}

Verdict IgnoreFiles::judge(Name name, std::string_view path, bool is_folder) const {
  for (const Level& level : std::views::reverse(levels_)) {
    const std::string_view relative = path.substr(level.folder_size + 1);
    if (const Verdict verdict = level.lists[name].judge(relative, is_folder); verdict != Verdict::none) {
      return verdict;
    }
    if (name == git && level.repository_root) {
      return level.repository.judge(relative, is_folder);
    }
  }
  return Verdict::none;
}

} // namespace gpulint::cli
