// How kubectl reads YAML, row by row: what each small text becomes as JSON, and where kustomize would read it
// differently. The values are those of k8s.io/apimachinery's YAMLOrJSONDecoder.
#include "rules/document/reader.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace gpulint;
using namespace std::string_literals;

namespace {

struct Row {
  std::string text;
  std::vector<std::string> documents; // as JSON
  bool refused = false;               // an error follows them
};

const std::vector<Row>& rows() {
  // clang-format off
  static const std::vector<Row> all = {
    {"v: yes\n", {"{\"v\":true}"}},
    {"v: Yes\n", {"{\"v\":true}"}},
    {"v: YES\n", {"{\"v\":true}"}},
    {"v: on\n", {"{\"v\":true}"}},
    {"v: On\n", {"{\"v\":true}"}},
    {"v: ON\n", {"{\"v\":true}"}},
    {"v: y\n", {"{\"v\":true}"}},
    {"v: Y\n", {"{\"v\":true}"}},
    {"v: true\n", {"{\"v\":true}"}},
    {"v: True\n", {"{\"v\":true}"}},
    {"v: TRUE\n", {"{\"v\":true}"}},
    {"v: no\n", {"{\"v\":false}"}},
    {"v: No\n", {"{\"v\":false}"}},
    {"v: NO\n", {"{\"v\":false}"}},
    {"v: off\n", {"{\"v\":false}"}},
    {"v: Off\n", {"{\"v\":false}"}},
    {"v: OFF\n", {"{\"v\":false}"}},
    {"v: n\n", {"{\"v\":false}"}},
    {"v: N\n", {"{\"v\":false}"}},
    {"v: false\n", {"{\"v\":false}"}},
    {"v: False\n", {"{\"v\":false}"}},
    {"v: FALSE\n", {"{\"v\":false}"}},
    {"v: tRue\n", {"{\"v\":\"tRue\"}"}},
    {"v: yEs\n", {"{\"v\":\"yEs\"}"}},
    {"v: \"yes\"\n", {"{\"v\":\"yes\"}"}},
    {"v: ~\n", {"{\"v\":null}"}},
    {"v: null\n", {"{\"v\":null}"}},
    {"v: Null\n", {"{\"v\":null}"}},
    {"v: NULL\n", {"{\"v\":null}"}},
    {"v: \n", {"{\"v\":null}"}},
    {"v: nULL\n", {"{\"v\":\"nULL\"}"}},
    {"v: 010\n", {"{\"v\":8}"}},
    {"v: 0777\n", {"{\"v\":511}"}},
    {"v: 0o10\n", {"{\"v\":8}"}},
    {"v: 0x1F\n", {"{\"v\":31}"}},
    {"v: 0b101\n", {"{\"v\":5}"}},
    {"v: -0b11\n", {"{\"v\":-3}"}},
    {"v: +12\n", {"{\"v\":12}"}},
    {"v: 1_000\n", {"{\"v\":1000}"}},
    {"v: 1__0\n", {"{\"v\":10}"}},
    {"v: 08\n", {"{\"v\":8}"}},
    {"v: 09.5\n", {"{\"v\":9.5}"}},
    {"v: 0o8\n", {"{\"v\":\"0o8\"}"}},
    {"v: 0x\n", {"{\"v\":\"0x\"}"}},
    {"v: 1.5e\n", {"{\"v\":\"1.5e\"}"}},
    {"v: 1,000\n", {"{\"v\":\"1,000\"}"}},
    {"v: 1:30\n", {"{\"v\":\"1:30\"}"}},
    {"v: 190:20:30\n", {"{\"v\":\"190:20:30\"}"}},
    {"v: =\n", {"{\"v\":\"=\"}"}},
    {"v: <<\n", {"{\"v\":\"<<\"}"}},
    {"v: 1e3\n", {"{\"v\":1000}"}},
    {"v: .5\n", {"{\"v\":0.5}"}},
    {"v: 5.\n", {"{\"v\":5}"}},
    {"v: 1.0\n", {"{\"v\":1}"}},
    {"v: -0\n", {"{\"v\":0}"}},
    {"v: 00\n", {"{\"v\":0}"}},
    {"v: 1e400\n", {"{\"v\":\"1e400\"}"}},
    {"v: .inf\n", {}, true},
    {"v: -.inf\n", {}, true},
    {"v: .Inf\n", {}, true},
    {"v: .nan\n", {}, true},
    {"v: .NaN\n", {}, true},
    {"v: 2024-01-01\n", {"{\"v\":\"2024-01-01\"}"}},
    {"v: 2024-01-01T00:00:00Z\n", {"{\"v\":\"2024-01-01T00:00:00Z\"}"}},
    {"v: 9223372036854775807\n", {"{\"v\":9223372036854775807}"}},
    {"v: 9223372036854775808\n", {"{\"v\":9223372036854775808}"}},
    {"v: 123456789012345678901234567890\n", {"{\"v\":1.2345678901234568e+29}"}},
    {"v: !!str 1\n", {"{\"v\":\"1\"}"}},
    {"v: !!int \"3\"\n", {"{\"v\":3}"}},
    {"v: !!binary aGk=\n", {"{\"v\":\"hi\"}"}},
    {"v: !foo bar\n", {"{\"v\":\"bar\"}"}},
    {"a: 1\na: 2\n", {"{\"a\":2}"}},
    {"yes: 1\ntrue: 2\n", {"{\"true\":2}"}},
    {"1: a\n'1': b\n", {"{\"1\":\"b\"}"}},
    {"b: &b {x: 1}\nc:\n  <<: *b\n  x: 2\n", {"{\"b\":{\"x\":1},\"c\":{\"x\":2}}"}},
    {"b: &b {x: 1}\nc:\n  x: 2\n  <<: *b\n", {"{\"b\":{\"x\":1},\"c\":{\"x\":1}}"}},
    {"p: &p {x: 1}\nq: &q {x: 2, z: 3}\nc:\n  <<: [*p, *q]\n", {"{\"p\":{\"x\":1},\"q\":{\"x\":2,\"z\":3},\"c\":{\"x\":1,\"z\":3}}"}},
    {"p: &p {x: 1}\nq: &q {x: 2, z: 3}\nc:\n  <<: *p\n  <<: *q\n", {"{\"p\":{\"x\":1},\"q\":{\"x\":2,\"z\":3},\"c\":{\"x\":2,\"z\":3}}"}},
    {"<<: 3\n", {}, true},
    {"b: &b {x: 1}\nc:\n  \"<<\": *b\n", {"{\"b\":{\"x\":1},\"c\":{\"<<\":{\"x\":1}}}"}},
    {"a: *b\n", {}, true},
    {"a: &a [*a]\n", {}, true},
    {"a:\n\tb: 1\n", {}, true},
    {"a:\n  b: 1\n\t\n  c: 2\n", {}, true},
    {"a:\t1\n", {"{\"a\":1}"}},
    {"a: 1\t# c\n", {"{\"a\":1}"}},
    {"a: [1,\t2]\n", {"{\"a\":[1,2]}"}},
    {"a: b\000c\n"s, {}, true},
    {"a: b\x01""c\n", {}, true},
    {"a: b\x7f""c\n", {}, true},
    {"a: b\n\000"s, {}, true},
    {"a: \"a\\0b\"\n", {"{\"a\":\"a\\u0000b\"}"}},
    {"a: \"x\xffy\"\n", {"{\"a\":\"x\xef\xbf\xbdy\"}"}},
    {"a: \"x\xc0\xafy\"\n", {"{\"a\":\"x\xef\xbf\xbd\xef\xbf\xbdy\"}"}},
    {"a: \"x\xed\xa0\x80y\"\n", {"{\"a\":\"x\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdy\"}"}},
    {"a: \xc2\xa0""b\n", {"{\"a\":\"\xc2\xa0""b\"}"}},
    {"a: 1\xc2\x85""b: 2\n", {"{\"a\":1,\"b\":2}"}},
    {"a: 1\xe2\x80\xa8""b: 2\n", {"{\"a\":1,\"b\":2}"}},
    {"\xef\xbb\xbf""a: 1\n", {"{\"a\":1}"}},
    {"a: 1\n---\n\xef\xbb\xbf""b: 2\n", {"{\"a\":1}", "{\"b\":2}"}},
    {"\xff\xfe""a\000:\000 \000\xe9\000\n\000"s, {"{\"a\":\"\xc3\xa9\"}"}},
    {"\xfe\xff\000a\000:\000 \000\xe9\000\n"s, {"{\"a\":\"\xc3\xa9\"}"}},
    {"a\000:\000 \0001\000\n\000"s, {}, true},
    {"a: 1\r\nb: 2\r\n", {"{\"a\":1,\"b\":2}"}},
    {"a: 1\rb: 2\r", {"{\"a\":1,\"b\":2}"}},
    {"a: 1\n--- # c\nb: 2\n", {"{\"a\":1}", "{\"b\":2}"}},
    {"a: 1\n---   \nb: 2\n", {"{\"a\":1}", "{\"b\":2}"}},
    {"--- {a: 1}\n", {}, true},
    {"a: 1\n...\nb: 2\n", {"{\"a\":1}"}},
    {"%YAML 1.1\n---\na: 1\n", {}, true},
    {"%YAML 1.2\n---\na: 1\n", {}, true},
    {"%YAML 1.3\n---\na: 1\n", {}, true},
    {"a: |\n  x\n---\nb: 2\n", {"{\"a\":\"x\\n\"}", "{\"b\":2}"}},
    {"a: |\n  x\n  ---\n  y\n", {"{\"a\":\"x\\n---\\ny\\n\"}"}},
    {"{\"a\":1}{\"b\":2}\n{\"c\":3}", {"{\"a\":1}", "{\"b\":2}", "{\"c\":3}"}},
    {"~: 1\n", {}, true},
    {"[a]: 1\n", {}, true},
    {"{a: b}: 1\n", {}, true},
    {"1.5: x\n", {"{\"1.5\":\"x\"}"}},
    {"a: {{ .Values.x }}\n", {}, true},
    {"{{- if .x }}\na: 1\n{{- end }}\n", {}, true},
    {"a: [1,2,]\n", {"{\"a\":[1,2]}"}},
    {"a: {\"a\":1, b:2}\n", {"{\"a\":{\"a\":1,\"b:2\":null}}"}},
    {"v: \"\\/\"\n", {}, true},
    {"v: \"\\/\\P\"\n", {}, true}, // as long as what it would mean
    {"v: \"\\q\"\n", {}, true},
    {"v: \"\\ud800\"\n", {}, true},
    {"a\n", {}, true},
    {"- a\n", {}, true},
    {"3\n", {}, true},
    {"", {}},
    {"# only\n", {}},
    {"---\n# only\n---\n\n---\na: 1\n---\n", {"{\"a\":1}"}},
    {"null\n---\na: 1\n", {"{\"a\":1}"}},
    {std::string(1024, 'k') + ": 1\n", {"{\"" + std::string(1024, 'k') + "\":1}"}},
    {std::string(1025, 'k') + ": 1\n", {}, true},
  };
  // clang-format on
  return all;
}

struct Answer {
  std::vector<std::string> documents;
  std::vector<ReadingDifference> notes;
  bool refused = false;
};

Answer read(const std::string& bytes) {
  Answer out;
  const auto utf8 = utf8_text(bytes);
  DocumentStream stream(utf8->text);
  while (auto next = stream.next()) {
    if (!next->has_value()) {
      out.refused = true;
      break;
    }
    out.documents.push_back(to_json(*next->value().root));
    for (const ReadingNote& note : next->value().notes) {
      out.notes.push_back(note.difference);
    }
  }
  return out;
}

struct Difference {
  std::string text;
  std::vector<ReadingDifference> notes;
};

} // namespace

TEST_CASE("texts are read as kubectl reads them") {
  for (const Row& row : rows()) {
    INFO(row.text);
    const Answer answer = read(row.text);
    REQUIRE(answer.documents.size() == row.documents.size());
    for (std::size_t i = 0; i < row.documents.size(); ++i) {
      CHECK(nlohmann::json::parse(answer.documents[i]) == nlohmann::json::parse(row.documents[i]));
    }
    CHECK(answer.refused == row.refused);
  }
}

TEST_CASE("what kustomize reads differently is noted, and nothing else") {
  using enum ReadingDifference;
  const std::string base = "b: &b {x: 1}\n";
  const std::vector<Difference> differences = {
      {"v: yes\n", {boolean_word}},
      {"v: off\n", {boolean_word}},
      {"v: y\n", {boolean_word}},
      {"yes: 1\n", {boolean_word}},
      {"v: true\n", {}},
      {"v: False\n", {}},
      {"v: 'yes'\n", {}},
      {"v: !!str yes\n", {}},
      {"v: 010\n", {}},
      {"v: 2024-01-01\n", {date}},
      {"v: '2024-01-01'\n", {}},
      {"v: 2024-02-30\n", {}},
      {"v: 9223372036854775807\n", {}},
      {"v: 9223372036854775808\n", {unrepresentable_number}},
      {"v: 1e400\n", {unrepresentable_number}},
      {"a: 1\na: 2\n", {duplicate_key}},
      {"1: a\n'1': b\n", {colliding_keys}},
      {base + "c:\n  x: 2\n  <<: *b\n", {merge_overrides}},
      {base + "c:\n  <<: *b\n  x: 2\n", {}},
      {base + "c:\n  <<: *b\n  <<: *b\n", {repeated_merge}},
      {base + "c:\n  \"<<\": *b\n", {quoted_merge}},
      {"a: 1\n...\nb: 2\n", {text_after_end}},
      {"a: 1\n...\n# only a comment\n", {}},
      {"v: 1_000\n", {}},
      {"v: null\n", {}},
  };
  for (const Difference& difference : differences) {
    INFO(difference.text);
    CHECK(read(difference.text).notes == difference.notes);
  }
}

TEST_CASE("keys that collide after reading are noted with the words that made them so") {
  const Answer answer = read("yes: 1\ntrue: 2\n");
  CHECK(std::count(answer.notes.begin(), answer.notes.end(), ReadingDifference::boolean_word) == 1);
  CHECK(answer.notes.size() == 2);
}

TEST_CASE("invalid UTF-8 is replaced and where is known") {
  const std::string bytes = "a: \"x\xFFy\"\nb: 1\n";
  const auto utf8 = utf8_text(bytes);
  REQUIRE(utf8->replaced.size() == 1);
  CHECK(utf8->text == "a: \"x\xEF\xBF\xBDy\"\nb: 1\n");
  CHECK(utf8->original_offset(4) == 4);
  CHECK(utf8->original_offset(static_cast<std::uint32_t>(utf8->text.find('y'))) == bytes.find('y'));
  CHECK(utf8->original_offset(static_cast<std::uint32_t>(utf8->text.find("b:"))) == bytes.find("b:"));
}
