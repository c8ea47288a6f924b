// Expected values: `git check-ignore --no-index -v` of git 2.39. test/cli compares random patterns with the git at
// hand.
#include "cli/source/gitignore.hpp"

#include <catch2/catch.hpp>

using namespace gpulint::cli;

namespace {

struct Row {
  const char* patterns;
  const char* path; ///< a slash at the end: a folder
  bool ignored;
};

/// As a walk asks: the folders above first.
bool is_ignored(const IgnoreList& list, std::string_view path) {
  const bool is_folder = path.ends_with('/');
  path = is_folder ? path.substr(0, path.size() - 1) : path;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    if (list.judge(path.substr(0, slash), true) == Verdict::ignored) {
      return true;
    }
  }
  return list.judge(path, is_folder) == Verdict::ignored;
}

constexpr Row kRows[] = {
    // Names match at any depth, paths only where they stand.
    {"a.yaml", "a.yaml", true},
    {"a.yaml", "x/y/a.yaml", true},
    {"/a.yaml", "x/a.yaml", false},
    {"/a.yaml", "a.yaml", true},
    {"x/a.yaml", "x/a.yaml", true},
    {"x/a.yaml", "y/x/a.yaml", false},
    {"x", "x/y/a.yaml", true},
    // A slash at the end: folders only.
    {"x/", "x/", true},
    {"x/", "x", false},
    {"x/", "y/x/a.yaml", true},
    {"/x/", "y/x/a.yaml", false},
    // Stars don't cross slashes; two of them between slashes do.
    {"*.yaml", "x/a.yaml", true},
    {"x/*.yaml", "x/y/a.yaml", false},
    {"x/*", "x/y/a.yaml", true},
    {"**/a.yaml", "a.yaml", true},
    {"**/a.yaml", "x/y/a.yaml", true},
    {"**/x/a.yaml", "y/x/a.yaml", true},
    {"x/**", "x/", false},
    {"x/**", "x/y/a.yaml", true},
    {"x/**/a.yaml", "x/a.yaml", true},
    {"x/**/a.yaml", "x/y/z/a.yaml", true},
    {"x/**/a.yaml", "y/a.yaml", false},
    {"xy**/a.yaml", "xy/z/a.yaml", true},
    {"x*y**/a.yaml", "xy/z/a.yaml", false},
    {"x/**y/a.yaml", "x/zy/a.yaml", true},
    {"x/**y/a.yaml", "x/z/y/a.yaml", false},
    {"***/a.yaml", "x/y/a.yaml", true},
    {"**", "a.yaml", true},
    {"/**", "a.yaml", true},
    {"*", ".a.yaml", true},
    {"**/", "a.yaml", false},
    {"**/", "x/a.yaml", true},
    // One character, sets, classes, escapes.
    {"?.yaml", "a.yaml", true},
    {"?.yaml", "ab.yaml", false},
    {"x?a.yaml", "x/a.yaml", false},
    {"[ab].yaml", "b.yaml", true},
    {"[!ab].yaml", "b.yaml", false},
    {"[^ab].yaml", "c.yaml", true},
    {"[a-c].yaml", "b.yaml", true},
    {"[]a].yaml", "].yaml", true},
    {"[a-].yaml", "-.yaml", true},
    {"[[:digit:]].yaml", "7.yaml", true},
    {"[[:digit:]a].yaml", "a.yaml", true},
    {"[[:digit:]].yaml", "x.yaml", false},
    {"[a.yaml", "[a.yaml", false},
    {"\\[a.yaml", "[a.yaml", true},
    {"\\*.yaml", "a.yaml", false},
    {"\\*.yaml", "*.yaml", true},
    {"a.yaml\\", "a.yaml", false},
    // Comments, spaces, line ends.
    {"#a.yaml", "#a.yaml", false},
    {"\\#a.yaml", "#a.yaml", true},
    {"a.yaml   ", "a.yaml", true},
    {"a.yaml\\ ", "a.yaml ", true},
    {"a.yaml\t", "a.yaml", false},
    {" a.yaml", "a.yaml", false},
    {"a.yaml\r\nb.yaml\r\n", "b.yaml", true},
    {"\xef\xbb\xbf"
     "a.yaml",
     "a.yaml", true},
    {"", "a.yaml", false},
    {"/", "a.yaml", false},
    // The last that matches decides, but what lies in an ignored folder stays ignored.
    {"*.yaml\n!a.yaml", "a.yaml", false},
    {"!a.yaml\n*.yaml", "a.yaml", true},
    {"\\!a.yaml", "!a.yaml", true},
    {"x/\n!x/a.yaml", "x/a.yaml", true},
    {"x/*\n!x/a.yaml", "x/a.yaml", false},
    {"/*\n!/x", "x/a.yaml", false},
    {"/*\n!/x\n/x/*\n!/x/y", "x/y/a.yaml", false},
};

} // namespace

TEST_CASE("ignore patterns match as git's do", "[cli]") {
  for (const Row& row : kRows) {
    CAPTURE(row.patterns, row.path);
    CHECK(is_ignored(IgnoreList::parse(row.patterns), row.path) == row.ignored);
  }
}

TEST_CASE("hostile ignore patterns take no time", "[cli]") {
  std::string stars;
  std::string folders;
  for (int i = 0; i < 500; ++i) {
    stars += "*a";
    folders += "**/a/";
  }
  const std::string name(5000, 'a');
  std::string path;
  for (int i = 0; i < 2000; ++i) {
    path += "a/";
  }
  CHECK_FALSE(IgnoreList::parse(stars + "b").judge(name, false) == Verdict::ignored);
  CHECK_FALSE(IgnoreList::parse(folders + "b").judge(path + "c", false) == Verdict::ignored);
}
