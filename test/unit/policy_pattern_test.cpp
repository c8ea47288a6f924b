// The fast paths of Pattern against RE2 itself: same answer on every pattern and text.
#include "rules/policy/pattern.hpp"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <re2/re2.h>

using gpulint::Pattern;

namespace {

struct Count {
  std::size_t patterns = 0;
  std::size_t plain = 0;
  std::size_t hits = 0;
};

void compare(const std::string& source, const std::vector<std::string>& texts, Count& count) {
  const auto pattern = Pattern::compile(source);
  const re2::RE2 reference(source, re2::RE2::Quiet);
  REQUIRE(pattern.has_value() == reference.ok());
  if (!pattern) {
    return;
  }
  ++count.patterns;
  count.plain += pattern->is_regular() ? 0 : 1;
  for (const std::string& text : texts) {
    const bool whole = re2::RE2::FullMatch(text, reference);
    const bool part = re2::RE2::PartialMatch(text, reference);
    count.hits += whole ? 1 : 0;
    if (pattern->matches(text) != whole || pattern->matches_part(text) != part) {
      CAPTURE(source, text, whole, part);
      REQUIRE(pattern->matches(text) == whole);
      REQUIRE(pattern->matches_part(text) == part);
    }
  }
}

std::string random_text(std::mt19937& random, const std::vector<std::string>& pieces, std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
    text += pieces[random() % pieces.size()];
  }
  return text;
}

} // namespace

TEST_CASE("patterns answer as RE2 does", "[policy]") {
  const std::vector<std::string> in_patterns = {"a", "b",   "/", "-", "\\.", ".", ".*", "^",
                                                "$", "\\/", "*", "+", "|",   "(", ")"};
  const std::vector<std::string> in_texts = {"a",
                                             "b",
                                             "/",
                                             "-",
                                             ".",
                                             "\n",
                                             "\xC3\xA9",
                                             "\xE0\x80\x80",
                                             "\xFF",
                                             "\xED\xA0\x80",
                                             "\xF4\x90\x80\x80",
                                             "\xC3",
                                             "\x80",
                                             std::string(1, '\0')};
  std::mt19937 random(20221130);
  std::vector<std::string> texts = {""};
  for (std::size_t i = 0; i < 300; ++i) {
    texts.push_back(random_text(random, in_texts, 1 + random() % 5));
  }
  Count count;
  compare("", texts, count);
  for (const std::string& one : in_patterns) {
    compare(one, texts, count);
    for (const std::string& two : in_patterns) {
      compare(one + two, texts, count);
      for (const std::string& three : in_patterns) {
        compare(one + two + three, texts, count);
      }
    }
  }
  for (int i = 0; i < 2000; ++i) {
    compare(random_text(random, in_patterns, 4 + random() % 4), texts, count);
  }
  // The comparison means something only where both ways were taken and something matched.
  CHECK(count.plain > 300);
  CHECK(count.patterns - count.plain > 300);
  CHECK(count.hits > 1000);
}

TEST_CASE("patterns as policies write them", "[policy]") {
  const auto matches = [](const char* source, const char* text) { return Pattern::compile(source)->matches(text); };
  CHECK(matches(R"(nvidia\.com/gpu)", "nvidia.com/gpu"));
  CHECK_FALSE(matches(R"(nvidia\.com/gpu)", "nvidia.com/gpus"));
  CHECK(matches(R"(nvidia\.com/mig-.*)", "nvidia.com/mig-1g.10gb"));
  CHECK_FALSE(matches(R"(nvidia\.com/mig-.*)", "xnvidia.com/mig-1g.10gb"));
  CHECK(matches(R"(amd\.com/[a-z]+_nps[0-9])", "amd.com/cpx_nps4"));
  CHECK(Pattern::compile("^train-.*")->matches_part("train-a"));
  CHECK_FALSE(Pattern::compile("^train-.*")->matches_part("retrain-a"));
  CHECK(Pattern::compile("train")->matches_part("retrain-a"));
  CHECK_FALSE(Pattern().matches(""));
  CHECK_FALSE(Pattern().matches_part(""));
}

TEST_CASE("patterns that RE2 refuses", "[policy]") {
  CHECK(Pattern::compile("(a").error() == "missing ): (a");
  CHECK(Pattern::compile("a**").error() == "bad repetition operator: **");
  CHECK(Pattern::compile("(?=a)").error() == "invalid perl operator: (?=");
  const auto large = Pattern::compile("\\pL{900}");
  REQUIRE_FALSE(large.has_value());
  CHECK(large.error().find("too large") != std::string::npos);
}
