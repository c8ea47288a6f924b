#include "cli/reporters/excerpt.hpp"

#include <catch2/catch.hpp>

using namespace gpulint;
using namespace gpulint::cli;

namespace {

/// Carets under columns `from` to `to` (half open) of one line.
Excerpt excerpt(std::string_view line, std::uint32_t from, std::uint32_t to) {
  return make_excerpt(line, {.line = 7, .column = from, .byte = 0}, {.line = 7, .column = to, .byte = 0});
}

} // namespace

TEST_CASE("carets stand under the range", "[cli]") {
  const Excerpt shown = excerpt("  gpu: 1", 3, 6);
  CHECK(shown.source == "  gpu: 1");
  CHECK(shown.carets == "  ^^^");
}

TEST_CASE("a range of nothing has one caret", "[cli]") {
  CHECK(excerpt("gpu:", 5, 5).carets == "    ^");
  CHECK(excerpt("", 1, 1).carets == "^");
}

TEST_CASE("a range over several lines is marked to the end of its first", "[cli]") {
  const Excerpt shown =
      make_excerpt("limits:  ", {.line = 1, .column = 1, .byte = 0}, {.line = 3, .column = 4, .byte = 30});
  CHECK(shown.carets == "^^^^^^^");
}

TEST_CASE("tabs, wide, combining and broken characters keep the carets in place", "[cli]") {
  CHECK(excerpt("\tgpu", 2, 5).source == "    gpu");
  CHECK(excerpt("\tgpu", 2, 5).carets == "    ^^^");
  CHECK(excerpt("漢字: x", 5, 6).carets == "      ^");
  CHECK(excerpt("漢字: x", 1, 3).carets == "^^^^");
  CHECK(excerpt("😀 x", 3, 4).carets == "   ^");
  CHECK(excerpt("e\u0301x", 3, 4).carets == " ^");
  CHECK(excerpt("\xff\xfex", 3, 4).source == "\ufffd\ufffdx");
  CHECK(excerpt("\xff\xfex", 3, 4).carets == "  ^");
}

TEST_CASE("line ends and control characters don't reach the terminal", "[cli]") {
  CHECK(excerpt("gpu: 1\r", 1, 4).source == "gpu: 1");
  CHECK(excerpt("a\x1b[31m", 1, 2).source == "a\u241b[31m");
  CHECK(excerpt("a\u202eb", 1, 2).source == "a\ufffdb");
}

TEST_CASE("half a character at the cut of a long line is dropped", "[cli]") {
  CHECK(excerpt("ab\xe6\xbc", 1, 2).source == "ab");
  CHECK(excerpt("ab漢", 1, 2).source == "ab漢");
}

TEST_CASE("long lines are cut around the place", "[cli]") {
  const std::string line = std::string(200, 'a') + "GPU" + std::string(100, 'b');
  const Excerpt shown = excerpt(line, 201, 204);
  REQUIRE(shown.source.starts_with("…a"));
  CHECK(shown.source.ends_with("b…"));
  const std::size_t at = shown.carets.find('^');
  // The ellipsis is one column and three bytes.
  CHECK(shown.source.substr(at + 2, 3) == "GPU");
  CHECK(shown.carets.substr(at) == "^^^");
}

TEST_CASE("a place that the kept part of the line doesn't hold has no carets", "[cli]") {
  CHECK(excerpt("short", 500, 503).carets.empty());
  CHECK_FALSE(excerpt("short", 500, 503).source.empty());
}

TEST_CASE("a part of a line is shown as one", "[cli]") {
  const Excerpt shown =
      make_excerpt("abGPUcd", {.line = 1, .column = 1003, .byte = 0}, {.line = 1, .column = 1006, .byte = 0}, 1001);
  CHECK(shown.source == "…abGPUcd");
  CHECK(shown.carets == "   ^^^");
}
