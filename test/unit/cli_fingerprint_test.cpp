#include "cli/reporters/fingerprint.hpp"

#include <catch2/catch.hpp>

using namespace gpulint;
using namespace gpulint::cli;

namespace {

Finding finding() {
  Finding out;
  out.code = "GPU101";
  out.message = "message";
  out.object = {"v1", "Pod", "ml", "trainer"};
  out.path = "spec.containers[0]";
  out.start = {.line = 3, .column = 5, .byte = 20};
  return out;
}

std::string only(const Finding& of) {
  return Fingerprints("a.yaml").next(of);
}

} // namespace

TEST_CASE("fingerprints stay when lines move or words change", "[cli]") {
  Finding moved = finding();
  moved.start = {.line = 90, .column = 1, .byte = 2000};
  moved.message = "said better";
  CHECK(only(moved) == only(finding()));
}

TEST_CASE("fingerprints tell findings apart", "[cli]") {
  Finding other = finding();
  SECTION("rule") {
    other.code = "GPU102";
  }
  SECTION("object") {
    other.object.name = "server";
  }
  SECTION("namespace") {
    other.object.namespace_ = "prod";
  }
  SECTION("path") {
    other.path = "spec.containers[1]";
  }
  SECTION("where one part ends and the next begins") {
    other.object.namespace_ = "mlt", other.object.name = "rainer";
  }
  CHECK(only(other) != only(finding()));
  CHECK(Fingerprints("b.yaml").next(finding()) != only(finding()));
}

TEST_CASE("findings that agree in everything are numbered", "[cli]") {
  Fingerprints fingerprints("a.yaml");
  const std::string first = fingerprints.next(finding());
  const std::string second = fingerprints.next(finding());
  CHECK(first.ends_with(":1"));
  CHECK(second == first.substr(0, first.size() - 1) + "2");
}
