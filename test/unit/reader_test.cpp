// The reader: splitting, ranges, shared values, and texts made to hurt.
#include "rules/document/reader.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace gpulint;
using namespace std::string_literals;

namespace {

struct Part {
  std::string json; // or the error's message
  std::size_t index = 0;
  bool is_json = false;
  std::optional<ReadErrorCode> error;
};

std::vector<Part> read(std::string_view text) {
  std::vector<Part> out;
  DocumentStream stream(text);
  while (auto next = stream.next()) {
    if (next->has_value()) {
      out.push_back({to_json(*next->value().root), next->value().index, next->value().json, {}});
    } else {
      out.push_back({next->error().message, 0, false, next->error().code});
    }
  }
  return out;
}

std::optional<ReadErrorCode> first_error(std::string_view text) {
  DocumentStream stream(text);
  while (auto next = stream.next()) {
    if (!next->has_value()) {
      return next->error().code;
    }
  }
  return std::nullopt;
}

// What stands in the text where a value says that it stands, by path; keys behind "key:".
std::map<std::string, std::string> places(std::string_view text) {
  std::map<std::string, std::string> out;
  DocumentStream stream(text);
  const auto next = stream.next();
  REQUIRE(next);
  REQUIRE(next->has_value());
  const auto source = [&](ByteRange range) {
    REQUIRE(range.begin <= range.end);
    REQUIRE(range.end <= text.size());
    return std::string(text.substr(range.begin, range.end - range.begin));
  };
  const std::function<void(const Value&, const std::string&)> walk = [&](const Value& value, const std::string& path) {
    out[path] = source(value.range);
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      walk(*value.items()[i], path + "/" + std::to_string(i));
    }
    for (const Member& member : value.members()) {
      out["key:" + path + "/" + std::string(member.key)] = source(member.key_range);
      walk(*member.value, path + "/" + std::string(member.key));
    }
  };
  walk(*next->value().root, "");
  return out;
}

} // namespace

TEST_CASE("documents are split and counted as kubectl does") {
  const auto parts = read("# nothing\n---\na: 1\n---\n# nothing either\n---\nb: 2\n---\n");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].json == R"({"a":1})");
  CHECK(parts[0].index == 1);
  CHECK(parts[1].json == R"({"b":2})");
  CHECK(parts[1].index == 2);
  CHECK(read("").empty());
  CHECK(read("---").empty());
  CHECK(read("\n\n").empty());
}

TEST_CASE("an error in one part doesn't hide the next") {
  const auto parts = read("a: [\n---\nb: 2\n");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].error == ReadErrorCode::syntax);
  CHECK(parts[1].json == R"({"b":2})");
}

TEST_CASE("JSON values follow each other, and YAML follows where JSON fails") {
  const auto values = read("{\"a\":1}\n {\"b\":[true,null]}");
  REQUIRE(values.size() == 2);
  CHECK(values[0].is_json);
  CHECK(values[1].json == R"({"b":[true,null]})");
  CHECK(values[1].index == 2);

  const auto flow = read("{a: 1}\n");
  REQUIRE(flow.size() == 1);
  CHECK_FALSE(flow[0].is_json);
  CHECK(flow[0].json == R"({"a":1})");

  const auto behind = read("{\"a\":1}\n---\nb: 2\n");
  REQUIRE(behind.size() == 2);
  CHECK(behind[0].is_json);
  CHECK_FALSE(behind[1].is_json);
}

TEST_CASE("ranges are the source of the value, with its quotes") {
  for (const std::string line_end : {"\n", "\r\n"}) {
    const std::string e = line_end;
    const auto at = places("a: plain" + e + "é: \"quo\\\"ted\" # c" + e + "'s': 'it''s'" + e + "ü: ö" + e +
                           "t: &x !!str 1" + e + "o:" + e + "z: 5");
    CHECK(at.at("/a") == "plain");
    CHECK(at.at("/\xC3\xA9") == "\"quo\\\"ted\"");
    CHECK(at.at("key:/s") == "'s'");
    CHECK(at.at("/s") == "'it''s'");
    CHECK(at.at("/\xC3\xBC") == "\xC3\xB6");
    CHECK(at.at("/t") == "1");
    CHECK(at.at("/o").empty());
    CHECK(at.at("/z") == "5");
    CHECK(at.at("key:/z") == "z");
  }
}

TEST_CASE("block collections end with their last content, flow ones with their bracket") {
  const auto at =
      places("a:\n  b: 1\n  c:\n  - x\n  - y   # c\n\n# c\nd: [1, {e: 2}] # c\nl: |\n  one\n  two\n\nm: 1\n");
  CHECK(at.at("/a") == "b: 1\n  c:\n  - x\n  - y");
  CHECK(at.at("/a/c") == "- x\n  - y");
  CHECK(at.at("/d") == "[1, {e: 2}]");
  CHECK(at.at("/d/1") == "{e: 2}");
  CHECK(at.at("/l") == "|\n  one\n  two");
}

TEST_CASE("ranges of JSON") {
  const auto at = places(R"( {"é": "\u00e9", "b" : [ 1.5 , {} , true ], "c": null} )");
  CHECK(at.at("") == R"({"é": "\u00e9", "b" : [ 1.5 , {} , true ], "c": null})");
  CHECK(at.at("/é") == R"("\u00e9")");
  CHECK(at.at("key:/é") == R"("é")");
  CHECK(at.at("/b") == "[ 1.5 , {} , true ]");
  CHECK(at.at("/b/0") == "1.5");
  CHECK(at.at("/b/1") == "{}");
  CHECK(at.at("/c") == "null");
}

TEST_CASE("aliases share the value, merges are marked") {
  DocumentStream stream("b: &b {x: 1}\nc: *b\nd:\n  <<: *b\n  z: 2\n");
  const auto next = stream.next();
  REQUIRE(next);
  REQUIRE(next->has_value());
  const Value& root = *next->value().root;
  CHECK(root.find("b") == root.find("c"));
  CHECK(root.find("b")->shared);
  CHECK_FALSE(root.find("d")->shared);
  CHECK(root.find("d")->find_member("x")->merged);
  CHECK_FALSE(root.find("d")->find_member("z")->merged);
}

TEST_CASE("an anchor that is written again replaces the earlier one") {
  const auto parts = read("a: &x 1\nb: *x\nc: &x 2\nd: *x\n");
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].json == R"({"a":1,"b":1,"c":2,"d":2})");
}

TEST_CASE("nesting is bounded, in YAML and JSON") {
  const auto nested = [](std::size_t depth) {
    return "a: " + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "\n";
  };
  CHECK_FALSE(first_error(nested(kMaxDepth)));
  CHECK(first_error(nested(kMaxDepth + 1)) == ReadErrorCode::too_deep);
  CHECK(first_error("a: " + std::string(100000, '[')) == ReadErrorCode::too_deep);
  std::string json = "{\"a\":" + std::string(kMaxDepth, '[') + std::string(kMaxDepth, ']') + "}";
  CHECK(first_error(json).has_value());
}

TEST_CASE("alias bombs and cycles are refused") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string alias = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + alias;
    for (int k = 1; k < 9; ++k) {
      bomb += ", " + alias;
    }
    bomb += "]\n";
  }
  CHECK(first_error(bomb) == ReadErrorCode::excessive_aliasing);
  CHECK(first_error("a: &a\n  b: *a\n") == ReadErrorCode::unknown_anchor);
  CHECK(first_error("a: *b\n") == ReadErrorCode::unknown_anchor);
}

TEST_CASE("texts and documents beyond the limits are refused, the next document is read") {
  const std::string big(kMaxDocumentBytes + 10, 'x');
  const auto yaml = read("a: " + big + "\n---\nb: 2\n");
  REQUIRE(yaml.size() == 2);
  CHECK(yaml[0].error == ReadErrorCode::too_large);
  CHECK(yaml[1].json == R"({"b":2})");
  CHECK(first_error("{\"a\": \"" + big + "\"}") == ReadErrorCode::too_large);

  const std::string huge(kMaxTextBytes + 1, '\n');
  const auto parts = read(huge);
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].error == ReadErrorCode::too_large);
}

TEST_CASE("odd little texts end in an error or in nothing") {
  const std::vector<std::string> texts = {",",
                                          "!!2#ip,",
                                          "a: 'x",
                                          "a: \"x",
                                          "a: \"\\",
                                          "&",
                                          "*",
                                          "!",
                                          "!<",
                                          "%",
                                          "@",
                                          "`",
                                          "{",
                                          "}",
                                          "[",
                                          "]",
                                          "[,]",
                                          "? ",
                                          ": ",
                                          "- - -",
                                          "a: !",
                                          "a: &",
                                          "a: |",
                                          "a: >-",
                                          "[a:,",
                                          "{a: !x,",
                                          "\"\\'\"",
                                          "a: [!",
                                          "a: [&x",
                                          "\xEF\xBB\xBF",
                                          "\xEF\xBB\xBF{",
                                          "{\"",
                                          "{\"a",
                                          "{\"a\\",
                                          "{\"a\":",
                                          "{\"a\":\"\\u12",
                                          "{\"a\":-",
                                          "{\"a\":1e",
                                          "{\"a\":t",
                                          "\0"s,
                                          "a: \0"s,
                                          "--- x",
                                          "---\xC2\xA0",
                                          "...",
                                          "a: 1\n...",
                                          "\xFF\xFE",
                                          "\xFE\xFF\x00"s,
                                          "\xFF",
                                          "a: \xF0\x9F"};
  for (const std::string& text : texts) {
    for (const std::string tail : {"", "\n", "\r\n", "\n---\n"}) {
      const std::string whole = text + tail;
      const auto utf8 = utf8_text(whole);
      const std::string copy(utf8->text);
      INFO(copy);
      DocumentStream stream(copy);
      std::size_t parts = 0;
      while (auto next = stream.next()) {
        REQUIRE(++parts < 10);
        const ByteRange range = next->has_value() ? next->value().root->range : next->error().range;
        CHECK(range.begin <= range.end);
        CHECK(range.end <= copy.size() + 1);
      }
    }
  }
}

TEST_CASE("large keys, long lines, many members, anchors and items end in time") {
  CHECK(first_error(std::string(1 << 20, 'k') + ": 1\n") == ReadErrorCode::syntax);

  std::string keys;
  std::string anchors;
  std::string flow = "a: [";
  for (int i = 0; i < 100000; ++i) {
    keys += "k" + std::to_string(i) + ": 1\n";
    anchors += "- &a" + std::to_string(i) + " x\n- *a0\n";
    flow += "1, ";
  }
  const auto mapping = read(keys + "k7: 2\n");
  REQUIRE(mapping.size() == 1);
  CHECK(mapping[0].json.find("\"k7\":2") != std::string::npos);
  CHECK_FALSE(first_error("l:\n" + anchors));
  CHECK_FALSE(first_error(flow + "1]\n"));
}

TEST_CASE("UTF-16 with a byte order mark is transcribed") {
  const std::string little("\xFF\xFE"
                           "a\0:\0 \0\xE9\0\n\0",
                           12);
  const auto utf8 = utf8_text(little);
  CHECK(utf8->transcribed);
  CHECK(utf8->text == "a: \xC3\xA9\n");
  CHECK(utf8->original_offset(3) == 8);
  CHECK(utf8->original_offset(5) == 10);
}
