// Fields: paths as Kubernetes prints them, places of what is missing, what is shared.
#include "rules/document/field.hpp"
#include "rules/document/reader.hpp"

#include <string>

#include <catch2/catch.hpp>

using namespace gpulint;

namespace {

struct Text {
  explicit Text(std::string given) : text(std::move(given)), stream(text) {
    auto next = stream.next();
    REQUIRE(next);
    REQUIRE(next->has_value());
    root = Field::root(*next->value().root, stream.arena());
  }
  std::string at(ByteRange range) const { return text.substr(range.begin, range.end - range.begin); }

  std::string text;
  DocumentStream stream;
  Field root;
};

} // namespace

TEST_CASE("paths are printed as Kubernetes prints them") {
  const Text file("spec:\n  containers:\n  - resources:\n      limits: {nvidia.com/gpu: 1, cpu: 2}\n'': x\n");
  const Field limits = file.root.at("spec.containers")[std::size_t{0}]["resources"]["limits"];
  CHECK(file.root.path().empty());
  CHECK(limits["nvidia.com/gpu"].path() == "spec.containers[0].resources.limits[nvidia.com/gpu]");
  CHECK(limits["cpu"].path() == "spec.containers[0].resources.limits.cpu");
  CHECK(limits["amd.com/gpu"].path() == "spec.containers[0].resources.limits[amd.com/gpu]");
  CHECK(file.root.at("spec.containers")[7]["name"].path() == "spec.containers[7].name");
  CHECK(Field().path().empty());
}

TEST_CASE("missing fields know where they would stand") {
  const Text file("spec:\n  containers:\n  - name: a\nnothing: null\n");
  const Field missing = file.root.at("spec.template.metadata");
  CHECK_FALSE(missing.exists());
  CHECK_FALSE(missing);
  CHECK(missing.path() == "spec.template.metadata");
  CHECK(file.at(missing.range()) == "spec");
  CHECK(file.at(missing.key_range()) == "spec");
  CHECK(file.at(missing.whole_range()) == "spec");
  CHECK(file.at(file.root.at("spec.containers")[std::size_t{0}]["image"].range()) == "name: a");
  CHECK(file.root["none"].range() == file.root.range());

  const Field null = file.root["nothing"];
  CHECK(null.exists());
  CHECK_FALSE(null);
  CHECK(file.at(null.range()) == "null");

  CHECK_FALSE(Field()["a"][3].at("b.c").exists());
  CHECK(Field().range().empty());
  CHECK(file.root["spec"][std::size_t{0}].value() == nullptr);
  CHECK(file.root.at("spec.containers")["a"].value() == nullptr);
}

TEST_CASE("a missing field keeps its own copy of its key") {
  const Text file("a: 1\n");
  Field missing;
  {
    std::string key = "a-key-longer-than-any-small-string";
    missing = file.root[key];
    key.assign(key.size(), 'x');
  }
  CHECK(missing.key() == "a-key-longer-than-any-small-string");
}

TEST_CASE("ranges of keys and of whole members") {
  const Text file("a:\n  b: [1, 2]\n");
  const Field b = file.root.at("a.b");
  CHECK(file.at(b.key_range()) == "b");
  CHECK(file.at(b.whole_range()) == "b: [1, 2]");
  CHECK(file.at(b[1].key_range()) == "2");
  CHECK(file.at(file.root.whole_range()) == "a:\n  b: [1, 2]");
}

TEST_CASE("values of their kind only") {
  const Text file("i: 1\nb: true\ns: x\nr: 1.5\nl: [1]\n");
  CHECK(file.root["i"].integer() == 1);
  CHECK_FALSE(file.root["r"].integer());
  CHECK_FALSE(file.root["s"].integer());
  CHECK(file.root["b"].is_true());
  CHECK_FALSE(file.root["i"].is_true());
  CHECK(file.root["s"].text() == "x");
  CHECK(file.root["i"].text().empty());
  CHECK(file.root["l"].size() == 1);
  CHECK(file.root["s"].size() == 0);
  CHECK(file.root["l"][std::size_t{0}].index() == 0);
  CHECK_FALSE(file.root["l"].index());
  CHECK(file.root["l"][std::size_t{0}].parent().key() == "l");
  CHECK_FALSE(file.root.parent().exists());
}

TEST_CASE("the same place is the same whichever way it was reached") {
  const Text file("a: [{b: 1}, {b: 1}]\nc: {}\n");
  const Field first = file.root["a"][std::size_t{0}]["b"];
  CHECK(first.same_place(file.root.at("a")[std::size_t{0}]["b"]));
  CHECK_FALSE(first.same_place(file.root["a"][1]["b"]));
  CHECK_FALSE(first.same_place(first.parent()));
  CHECK(file.root["c"]["x"].same_place(file.root["c"]["x"]));
  CHECK_FALSE(file.root["a"][std::size_t{0}].same_place(file.root["a"]["0"]));
  std::size_t count = 0;
  for (const Field item : file.root["a"].children()) {
    CHECK(item.same_place(file.root["a"][count]));
    ++count;
  }
  CHECK(count == 2);
  for (const Field nothing : file.root["none"].children()) {
    FAIL(nothing.path());
  }
}

TEST_CASE("what aliases and merges lead to is shared, with all that it holds") {
  const Text file("b: &b {x: {y: 1}}\nc: *b\nd:\n  <<: *b\n  z: 1\n");
  CHECK(file.root["c"].is_shared());
  CHECK(file.root.at("c.x.y").is_shared());
  CHECK(file.root.at("b.x").is_shared());
  CHECK(file.root.at("d.x.y").is_shared());
  CHECK_FALSE(file.root["d"].is_shared());
  CHECK_FALSE(file.root.at("d.z").is_shared());
}
