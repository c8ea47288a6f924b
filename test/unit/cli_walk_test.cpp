#include "cli/source/read.hpp"
#include "cli/source/walk.hpp"
#include "test/unit/cli_temporary_folder.hpp"

#include <filesystem>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace gpulint;
using namespace gpulint::cli;

namespace {

/// What a walk gives, relative to the folder; "!" stands before what comes with an error.
std::vector<std::string> walked(const TemporaryFolder& folder, std::vector<std::string> paths = {},
                                const WalkOptions& options = {}) {
  if (paths.empty()) {
    paths.push_back(folder.path());
  }
  Walk walk(paths, options);
  std::vector<std::string> out;
  while (const auto input = walk.next()) {
    const std::string prefix = folder.path() + '/';
    out.push_back((input->error ? "!" : "") +
                  (input->path.starts_with(prefix) ? input->path.substr(prefix.size()) : input->path));
  }
  return out;
}

using Paths = std::vector<std::string>;

} // namespace

TEST_CASE("a walk takes manifests, sorted by their whole path", "[cli]") {
  const TemporaryFolder folder;
  for (const char* name :
       {"b.yaml", "a.yml", "a/z.json", "a/b.txt", "a-b.yaml", "a0.yaml", "Z.yaml", "readme.md", "yaml"}) {
    folder.write(name);
  }
  CHECK(walked(folder) == Paths{"Z.yaml", "a-b.yaml", "a.yml", "a/z.json", "a0.yaml", "b.yaml"});
}

TEST_CASE("what version control, package managers and policies put into folders is left out", "[cli]") {
  const TemporaryFolder folder;
  for (const char* name : {".git/a.yaml", ".hg/a.yaml", ".svn/a.yaml", "node_modules/a.yaml", "..data/a.yaml",
                           ".gpu-lint.yaml", "x/.gpu-lint.yml", ".hidden/a.yaml"}) {
    folder.write(name);
  }
  CHECK(walked(folder) == Paths{".hidden/a.yaml"});
}

TEST_CASE("only regular files are taken, links to them included", "[cli]") {
  const TemporaryFolder folder;
  folder.write("real.yaml");
  folder.write("folder.yaml/inside.yaml");
  REQUIRE(::mkfifo(folder.path("pipe.yaml").c_str(), 0600) == 0);
  std::filesystem::create_symlink("real.yaml", folder.path("link.yaml"));
  std::filesystem::create_symlink("/dev/zero", folder.path("zero.yaml"));
  std::filesystem::create_symlink(".", folder.path("loop"));
  std::filesystem::create_symlink("circle.yaml", folder.path("circle.yaml"));
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  folder.path("socket.yaml").copy(address.sun_path, sizeof(address.sun_path) - 1);
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  ::close(socket);
  CHECK(walked(folder) == Paths{"circle.yaml", "folder.yaml/inside.yaml", "link.yaml", "real.yaml"});

  TextBuffer buffer;
  for (const char* name : {"circle.yaml", "pipe.yaml", "zero.yaml", "socket.yaml", "folder.yaml", "missing.yaml"}) {
    CAPTURE(name);
    const auto read = read_file(folder.path(name), buffer);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == InputErrorCode::unreadable);
  }
  CHECK(read_file(folder.path("link.yaml"), buffer).has_value());
}

TEST_CASE("files are read whole and within bounds", "[cli]") {
  const TemporaryFolder folder;
  const std::string text(300'000, 'x');
  folder.write("a.yaml", text);
  TextBuffer buffer;
  CHECK(read_file(folder.path("a.yaml"), buffer).value() == text);
  CHECK(read_small_file(folder.path("a.yaml"), text.size()).value() == text);
  CHECK(read_small_file(folder.path("a.yaml"), text.size() - 1).error().code == InputErrorCode::too_large);
  folder.write("huge.yaml");
  std::filesystem::resize_file(folder.path("huge.yaml"), std::size_t{1} << 30);
  CHECK(read_file(folder.path("huge.yaml"), buffer).error().code == InputErrorCode::too_large);
}

TEST_CASE("ignore files hold from the repository's root down", "[cli]") {
  const TemporaryFolder folder;
  folder.write(".gitignore", "*.yaml\n");
  folder.folder("repository/.git");
  folder.write("repository/.git/info/exclude", "private.yaml\n");
  folder.write("repository/.gitignore", "build/\n/top.yaml\n*.tmp.yaml\n");
  folder.write("repository/a/.gitignore", "!keep.tmp.yaml\n");
  for (const char* name : {"top.yaml", "private.yaml", "build/x.yaml", "a/top.yaml", "a/build/x.yaml", "a/x.tmp.yaml",
                           "a/keep.tmp.yaml"}) {
    folder.write("repository/" + std::string(name));
  }
  const std::string root = folder.path("repository");
  CHECK(walked(folder, {root}) == Paths{"repository/a/keep.tmp.yaml", "repository/a/top.yaml"});
  CHECK(walked(folder, {root + "/a"}) == Paths{"repository/a/keep.tmp.yaml", "repository/a/top.yaml"});
  // Named: taken.
  CHECK(walked(folder, {root + "/top.yaml"}) == Paths{"repository/top.yaml"});
  CHECK(walked(folder, {root + "/build"}) == Paths{"repository/build/x.yaml"});
  WalkOptions all;
  all.ignore_files = false;
  CHECK(walked(folder, {root}, all).size() == 7);
}

TEST_CASE("an ignore file of our own beats the others", "[cli]") {
  const TemporaryFolder folder;
  folder.write(".gitignore", "a.yaml\nb.yaml\n");
  folder.write(".ignore", "!b.yaml\nc.yaml\n");
  folder.write(".gpu-lint-ignore", "!a.yaml\nd.yaml\n");
  for (const char* name : {"a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.yaml"}) {
    folder.write(name);
  }
  CHECK(walked(folder) == Paths{"a.yaml", "b.yaml", "e.yaml"});
}

TEST_CASE("a file that several paths lead to comes once", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x/a.yaml");
  folder.write("b.yaml");
  const std::string a = folder.path("x/a.yaml");
  CHECK(walked(folder, {a, folder.path(), a}) == Paths{"x/a.yaml", "b.yaml"});
  CHECK(walked(folder, {folder.path("x") + "/../x/a.yaml", a}).size() == 1);
  CHECK(walked(folder, {folder.path("b.yaml"), a}) == Paths{"b.yaml", "x/a.yaml"});
}

TEST_CASE("--exclude holds for named files too, reports are never read", "[cli]") {
  const TemporaryFolder folder;
  folder.write("vendor/a.yaml");
  folder.write("b.yaml");
  folder.write("report.json");
  WalkOptions options;
  options.exclude = {"vendor/"};
  const int report = ::open(folder.path("report.json").c_str(), O_RDONLY);
  options.reports.push_back(*regular_file_behind(report));
  ::close(report);
  CHECK(walked(folder, {}, options) == Paths{"b.yaml"});
  CHECK(walked(folder, {folder.path("vendor/a.yaml"), folder.path("b.yaml")}, options) == Paths{"b.yaml"});
}

TEST_CASE("a folder that can't be read is told", "[cli]") {
  if (::geteuid() == 0) {
    return; // root reads everything
  }
  const TemporaryFolder folder;
  folder.write("locked/a.yaml");
  folder.write("open/a.yaml");
  ::chmod(folder.path("locked").c_str(), 0);
  CHECK(walked(folder) == Paths{"!locked", "open/a.yaml"});
  ::chmod(folder.path("locked").c_str(), 0700);
}
