// A folder for one test, removed with all that is in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace gpulint::cli {

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gpu-lint-test-XXXXXX").string();
    path_ = std::filesystem::canonical(::mkdtemp(pattern.data()));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(std::string_view name = {}) const {
    return name.empty() ? path_.string() : (path_ / std::filesystem::path(name)).string();
  }
  /// Writes a file, with the folders above it.
  std::string write(std::string_view name, std::string_view text = {}) const {
    const std::filesystem::path file = path(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  std::string folder(std::string_view name) const {
    std::filesystem::create_directories(path(name));
    return path(name);
  }

private:
  std::filesystem::path path_;
};

} // namespace gpulint::cli
