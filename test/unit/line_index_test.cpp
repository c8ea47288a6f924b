#include "rules/document/source.hpp"

#include <string>

#include <catch2/catch.hpp>

using namespace gpulint;

TEST_CASE("places in long lines of wide characters are exact", "[document]") {
  // 3 bytes each, so that blocks of bytes end within characters.
  std::string text = "a\n";
  for (int i = 0; i < 5000; ++i) {
    text += "漢";
  }
  text += "x\r\ny";
  const LineIndex lines(text);
  for (const std::uint32_t character : {0u, 1u, 341u, 342u, 1023u, 4999u, 5000u}) {
    CHECK(lines.position(2 + 3 * character) == Position{.line = 2, .column = character + 1, .byte = 2 + 3 * character});
  }
  CHECK(lines.position(2 + 15000 + 3) == Position{.line = 3, .column = 1, .byte = 15005});
  CHECK(lines.position(99999) == Position{.line = 3, .column = 2, .byte = 15006});
}

TEST_CASE("an excerpt of a long line holds its place", "[document]") {
  std::string text = "first\n";
  for (int i = 0; i < 1000; ++i) {
    text += "é";
  }
  text += "GPU";
  text += std::string(1000, 'x');
  const LineIndex lines(text);
  std::uint32_t column = 0;
  CHECK(lines.excerpt(lines.position(2), 400, column) == "first");
  CHECK(column == 1);

  const Position place = lines.position(6 + 2000);
  const std::string excerpt(lines.excerpt(place, 401, column));
  CHECK(excerpt.size() <= 401);
  CHECK(excerpt.starts_with("é"));
  // One character each for the two bytes before the place.
  CHECK(excerpt.substr((place.column - column) * 2, 3) == "GPU");
  CHECK(lines.excerpt(lines.position(static_cast<std::uint32_t>(text.size())), 400, column).ends_with("x"));
}
