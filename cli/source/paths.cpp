#include "cli/source/paths.hpp"

#include <cstdlib>
#include <memory>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace gpulint::cli {
namespace {

struct Free {
  void operator()(char* text) const { std::free(text); }
};
using Owned = std::unique_ptr<char, Free>;

std::string without_last_slash(std::string path) {
  if (path.ends_with('/')) {
    path.pop_back();
  }
  return path;
}

} // namespace

const std::string& working_folder() {
  static const std::string folder = [] {
    const Owned path(::getcwd(nullptr, 0));
    return path ? without_last_slash(path.get()) : std::string();
  }();
  return folder;
}

std::string absolute_path(std::string_view path) {
  std::string out = path.starts_with('/') ? std::string() : working_folder();
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (name == "..") {
      out.resize(out.empty() ? 0 : out.rfind('/'));
    } else if (!name.empty() && name != ".") {
      out += '/';
      out += name;
    }
  }
  return out;
}

std::string real_path(const std::string& path) {
  const Owned real(::realpath(path.empty() ? "/" : path.c_str(), nullptr));
  return real ? without_last_slash(real.get()) : absolute_path(path);
}

std::string shown_path(const std::string& absolute) {
  const std::string& folder = working_folder();
  const bool below =
      absolute.size() > folder.size() + 1 && absolute.starts_with(folder) && absolute[folder.size()] == '/';
  return below ? absolute.substr(folder.size() + 1) : absolute.empty() ? "/" : absolute;
}

std::string join_path(std::string_view folder, std::string_view name) {
  std::string out;
  if (!folder.empty() && folder != ".") {
    out = folder;
    if (!out.ends_with('/')) {
      out += '/';
    }
  }
  return out.append(name);
}

std::string_view parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

} // namespace gpulint::cli
