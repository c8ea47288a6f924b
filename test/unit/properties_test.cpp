// What must hold whatever is checked: the order of keys and the format don't matter, ranges lie in the text.
#include "rules/document/reader.hpp"
#include "test/support/case.hpp"

#include <set>
#include <tuple>

#include <catch2/catch.hpp>

using namespace gpulint;
using namespace gpulint::test;

namespace {

void append_reversed(std::string& out, const Value& value) {
  if (value.kind == Kind::mapping) {
    out += '{';
    for (std::size_t i = value.size; i-- > 0;) {
      const Member& member = value.members()[i];
      Value key;
      key.kind = Kind::string;
      key.characters = member.key.data();
      key.size = static_cast<std::uint32_t>(member.key.size());
      out += to_json(key) + ": ";
      append_reversed(out, *member.value);
      out += i > 0 ? ",\n" : "";
    }
    out += '}';
  } else if (value.kind == Kind::sequence) {
    out += '[';
    for (std::size_t i = 0; i < value.size; ++i) {
      out += i > 0 ? ", " : "";
      append_reversed(out, *value.items()[i]);
    }
    out += ']';
  } else {
    out += to_json(value);
  }
}

// What is found apart from where: rules on reading (GPU70x) are about the text itself.
std::multiset<std::tuple<std::string, std::string, std::string>> found_in(std::string_view text) {
  std::multiset<std::tuple<std::string, std::string, std::string>> out;
  CheckOptions options;
  options.ignore = {"GPU70", "GPU714", "GPU75"};
  options.suppressions = false;
  for (const Finding& finding :
       Checker(Registry::builtin(), default_policy(Registry::builtin().names()), options).check(text).findings) {
    out.emplace(finding.code, finding.path, finding.message);
  }
  return out;
}

} // namespace

TEST_CASE("key order and format don't change what is found") {
  std::size_t compared = 0;
  for (const Case& one : read_cases()) {
    const auto utf8 = utf8_text(one.text);
    DocumentStream stream(utf8->text);
    std::string json;
    std::string reversed;
    bool readable = true;
    while (auto next = stream.next()) {
      readable = readable && next->has_value() && next->value().notes.empty();
      if (next->has_value()) {
        json += to_json(*next->value().root) + "\n";
        append_reversed(reversed, *next->value().root);
        reversed += "\n";
      }
    }
    if (!readable) {
      continue;
    }
    INFO(one.rule << "/" << one.path.filename().string());
    const auto expected = found_in(one.text);
    CHECK(found_in(json) == expected);
    CHECK(found_in(reversed) == expected);
    ++compared;
  }
  CHECK(compared > 1000);
}

TEST_CASE("every range lies within its text, and runs are repeatable") {
  for (const Case& one : read_cases()) {
    INFO(one.rule << "/" << one.path.filename().string());
    const Checker checker(Registry::builtin(), policy_of(one.policy, one.path.string()), {});
    const FileResult result = checker.check(one.text);
    const FileResult again = checker.check(one.text);
    REQUIRE(result.findings.size() == again.findings.size());
    for (std::size_t i = 0; i < result.findings.size(); ++i) {
      const Finding& finding = result.findings[i];
      CHECK(finding.message == again.findings[i].message);
      CHECK(finding.start == again.findings[i].start);
      CHECK(finding.start.byte <= finding.end.byte);
      CHECK(finding.end.byte <= one.text.size());
      CHECK(finding.start.line >= 1);
      CHECK(finding.document <= 1000);
    }
  }
}
