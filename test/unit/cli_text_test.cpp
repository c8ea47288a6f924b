#include "cli/terminal/text.hpp"

#include <catch2/catch.hpp>

using namespace gpulint::cli;

TEST_CASE("text for a terminal holds nothing that the terminal obeys", "[cli]") {
  CHECK(printable("a b/c.yaml") == "a b/c.yaml");
  CHECK(printable("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(printable("\x1b[31mred\x07") == "\\x1b[31mred\\x07");
  CHECK(printable("\x7f") == "\\x7f");
  CHECK(printable("caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80") == "caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80");
  CHECK(printable("\xff\xc3") == "\\xff\\xc3");
  CHECK(printable("\xc2\x9b"
                  "31m") == "\\x9b31m"); // CSI as one C1 character
  CHECK(printable("\xe2\x80\xae"
                  "txt") == "\\u202etxt");               // right-to-left override
  CHECK(printable("\xef\xbb\xbfx") == "\\ufeffx");       // byte order mark
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80"); // a surrogate
  CHECK(printable(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("bytes that aren't UTF-8 are found", "[cli]") {
  CHECK(decode("\xc3\xa9").value == 0xe9);
  CHECK(decode("\xf0\x9f\x98\x80").value == 0x1f600);
  for (const char* wrong : {"\x80", "\xc0\xaf", "\xc1\x81", "\xe0\x80\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf",
                            "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xc3"}) {
    CHECK_FALSE(decode(wrong).valid);
    CHECK(decode(wrong).size == 1);
  }
  CHECK(valid_utf8("a\xff"
                   "b\xc3") == "a\xef\xbf\xbd"
                               "b\xef\xbf\xbd");
}

TEST_CASE("widths on a terminal", "[cli]") {
  CHECK(display_width(U'a') == 1);
  CHECK(display_width(U'é') == 1);
  CHECK(display_width(U'漢') == 2);
  CHECK(display_width(U'😀') == 2);
  CHECK(display_width(U'\u0301') == 0);
  CHECK(display_width(U'\u200d') == 0);
  CHECK(display_width(U'→') == 1);
}
