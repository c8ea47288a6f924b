// The verdicts are those of sigs.k8s.io/json's strict decoding into Kubernetes 1.36's types (refused or not, and the
// path that it names for an unknown field).
#include "rules/document/reader.hpp"
#include "rules/kubernetes/fields.hpp"

#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

using namespace gpulint;

namespace {

struct Decoded {
  std::string paths;  ///< of the problems, with their kind: "spec.foo unknown"; joined by "; "
  std::string places; ///< of the first problem, joined by ", "
  std::string similar;
  std::string expected;
};

Decoded decode(std::string_view text, const FieldTable& table = FieldTable::builtin()) {
  DocumentStream stream(text);
  const auto document = stream.next();
  REQUIRE(document);
  REQUIRE(document->has_value());
  const Field root = Field::root(*(*document)->root, stream.arena());
  std::vector<FieldProblem> problems;
  const std::string_view type = table.type_of(root["apiVersion"].text(), root["kind"].text());
  REQUIRE(!type.empty());
  table.check(root, type, problems);
  Decoded decoded;
  for (const FieldProblem& problem : problems) {
    decoded.paths += (decoded.paths.empty() ? "" : "; ") + problem.at.path() +
                     (problem.kind == FieldProblemKind::unknown ? " unknown" : " type");
  }
  if (!problems.empty()) {
    for (const std::string& place : problems.front().places) {
      decoded.places += (decoded.places.empty() ? "" : ", ") + place;
    }
    decoded.similar = problems.front().similar;
    decoded.expected = problems.front().expected;
  }
  return decoded;
}

std::string pod(const std::string& spec) {
  return R"({"apiVersion":"v1","kind":"Pod","spec":)" + spec + "}";
}

std::string metadata(const std::string& text) {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":)" + text + "}";
}

struct Verdict {
  std::string object;
  std::string problems;
};

} // namespace

TEST_CASE("fields: scalars are decoded as Go decodes them", "[fields]") {
  const std::vector<Verdict> verdicts{{pod(R"({"priority":1})"), ""},
                                      {pod(R"({"priority":-0})"), ""},
                                      {pod(R"({"priority":2147483647})"), ""},
                                      {pod(R"({"priority":2147483648})"), "spec.priority type"},
                                      {pod(R"({"priority":-2147483649})"), "spec.priority type"},
                                      {pod(R"({"priority":1.5})"), "spec.priority type"},
                                      {pod(R"({"priority":"1"})"), "spec.priority type"},
                                      {pod(R"({"priority":true})"), "spec.priority type"},
                                      {pod(R"({"priority":[]})"), "spec.priority type"},
                                      {pod(R"({"priority":null})"), ""},
                                      {pod(R"({"activeDeadlineSeconds":9223372036854775807})"), ""},
                                      {pod(R"({"hostIPC":true})"), ""},
                                      {pod(R"({"hostIPC":"true"})"), "spec.hostIPC type"},
                                      {pod(R"({"hostIPC":1})"), "spec.hostIPC type"},
                                      {pod(R"({"nodeName":7})"), "spec.nodeName type"},
                                      {pod(R"({"nodeName":true})"), "spec.nodeName type"},
                                      {pod(R"({"nodeName":{}})"), "spec.nodeName type"},
                                      {pod(R"({"nodeName":null})"), ""},
                                      {pod("null"), ""},
                                      {pod(R"("")"), "spec type"},
                                      {pod("[]"), "spec type"}};
  for (const Verdict& verdict : verdicts) {
    CAPTURE(verdict.object);
    CHECK(decode(verdict.object).paths == verdict.problems);
  }
}

TEST_CASE("fields: quantities", "[fields]") {
  const auto limit = [](const std::string& value) {
    return pod(R"({"containers":[{"resources":{"limits":{"nvidia.com/gpu":)" + value + "}}}]}");
  };
  const std::string refused = "spec.containers[0].resources.limits[nvidia.com/gpu] type";
  for (const char* value : {"1", "1.5", "\"1\"", "\" 1 \"", "\"1Gi\"", "null", "\"500m\"", "\"1e3\""}) {
    CAPTURE(value);
    CHECK(decode(limit(value)).paths.empty());
  }
  for (const char* value : {"true", "\"one\"", "\"\"", "{}", "[]", "\"1Gb\"", "\"1K\""}) {
    CAPTURE(value);
    CHECK(decode(limit(value)).paths == refused);
  }
}

TEST_CASE("fields: numbers or strings", "[fields]") {
  const auto port = [](const std::string& value) {
    return pod(R"({"containers":[{"livenessProbe":{"httpGet":{"port":)" + value + "}}}]}");
  };
  for (const char* value : {"80", "\"http\"", "\"\"", "null"}) {
    CAPTURE(value);
    CHECK(decode(port(value)).paths.empty());
  }
  for (const char* value : {"true", "{}", "[]", "4294967296", "1.5"}) {
    CAPTURE(value);
    CHECK(decode(port(value)).paths == "spec.containers[0].livenessProbe.httpGet.port type");
  }
}

TEST_CASE("fields: times", "[fields]") {
  const auto created = [](const std::string& value) { return metadata(R"({"creationTimestamp":)" + value + "}"); };
  for (const char* value : {"null", "\"2026-01-01T00:00:00Z\"", "\"2026-01-01T00:00:00.123456789+01:00\"",
                            "\"2026-01-01T1:00:00Z\"", "\"2026-01-01T00:00:00,5Z\"", "\"2024-02-29T00:00:00Z\""}) {
    CAPTURE(value);
    CHECK(decode(created(value)).paths.empty());
  }
  for (const char* value :
       {"\"\"", "\"2026-01-01\"", "\"2026-01-01T00:00:00z\"", "\"2026-02-30T01:00:00Z\"", "\"2026-01-01T24:00:00Z\"",
        "\"2026-01-01T23:59:60Z\"", "\"2026-01-01T23:59:00+25:00\"", "\"2023-02-29T00:00:00Z\"", "1", "true"}) {
    CAPTURE(value);
    CHECK(decode(created(value)).paths == "metadata.creationTimestamp type");
  }
}

TEST_CASE("fields: maps, lists and null", "[fields]") {
  CHECK(decode(pod(R"({"nodeSelector":{"a":"b","c":null}})")).paths.empty());
  CHECK(decode(pod(R"({"nodeSelector":{"a":1,"b":true,"c":"d"}})")).paths ==
        "spec.nodeSelector.a type; spec.nodeSelector.b type");
  CHECK(decode(pod(R"({"nodeSelector":["a"]})")).paths == "spec.nodeSelector type");
  CHECK(decode(pod(R"({"containers":null})")).paths.empty());
  CHECK(decode(pod(R"({"containers":[null,{"name":"x"}]})")).paths.empty());
  CHECK(decode(pod(R"({"containers":{"name":"x"}})")).paths == "spec.containers type");
  CHECK(decode(pod(R"({"containers":["x"]})")).paths == "spec.containers[0] type");
  CHECK(decode(metadata(R"({"managedFields":[{"fieldsV1":"x"}]})")).paths.empty());
  CHECK(decode(metadata(R"({"managedFields":[{"fieldsV1":{"f:a":{}}}]})")).paths.empty());
}

TEST_CASE("fields: unknown fields, names are case-sensitive", "[fields]") {
  CHECK(decode(pod(R"({"containers":[{"name":"a","Image":"x","resources":{"nvidia.com/gpu":1}}]})")).paths ==
        "spec.containers[0].Image unknown; spec.containers[0].resources[nvidia.com/gpu] unknown");
  CHECK(decode(pod(R"({"foo":null})")).paths == "spec.foo unknown");
  CHECK(decode(R"({"apiVersion":"v1","kind":"Pod","":1})").paths.ends_with("unknown"));
  CHECK(decode(pod(R"({"foo":{"bar":1}})")).paths == "spec.foo unknown");
}

TEST_CASE("fields: where a misplaced one belongs", "[fields]") {
  const std::vector<Verdict> places{
      {pod(R"({"affinity":{"tolerations":[{"operator":"Exists"}]}})"), "spec.tolerations"},
      {pod(R"({"containers":[{"nodeSelector":{"a":"b"}}]})"), "spec.nodeSelector"},
      {pod(R"({"containers":[{"resources":{"cpu":1}}]})"), "spec.containers[0].resources.limits.cpu"},
      {pod(R"({"containers":[{"nvidia.com/gpu":1}]})"), "spec.containers[0].resources.limits[nvidia.com/gpu]"},
      {pod(R"({"env":[{"name":"A","value":"b"}],"containers":[{},{}]})"), "spec.containers[*].env"},
      {R"({"apiVersion":"apps/v1","kind":"Deployment","nodeSelector":{"a":"b"}})", "spec.template.spec.nodeSelector"},
      {R"({"apiVersion":"apps/v1","kind":"Deployment","spec":{"tolerations":[]}})", "spec.template.spec.tolerations"},
      {R"({"apiVersion":"v1","kind":"Pod","labels":{"a":"b"}})", "metadata.labels"},
      {R"({"apiVersion":"batch/v1","kind":"Job","spec":{"template":{"spec":{"backoffLimit":2}}}})",
       "spec.backoffLimit"},
      // A value that doesn't fit there says that something else was meant.
      {pod(R"({"affinity":{"tolerations":"all"}})"), ""},
      {pod(R"({"flavour":"red"})"), ""}};
  for (const Verdict& place : places) {
    CAPTURE(place.object);
    CHECK(decode(place.object).places == place.problems);
  }
}

TEST_CASE("fields: what a misspelt one was meant to be", "[fields]") {
  const std::vector<Verdict> names{{pod(R"({"toleration":[]})"), "tolerations"},
                                   {pod(R"({"NodeSelector":{}})"), "nodeSelector"},
                                   {pod(R"({"node_selector":{}})"), "nodeSelector"},
                                   {pod(R"({"tolertaions":[]})"), "tolerations"},
                                   {pod(R"({"containers":[{"resources":{"limit":{"a/b":1}}}]})"), "limits"},
                                   {pod(R"({"containers":[{"nam":"x"}]})"), ""},
                                   {pod(R"({"toleration":"all"})"), ""},
                                   {pod(R"({"zone":"a"})"), ""}};
  for (const Verdict& name : names) {
    CAPTURE(name.object);
    CHECK(decode(name.object).similar == name.problems);
  }
}

TEST_CASE("fields: a table of one's own", "[fields]") {
  const FieldTable table("# comment\n"
                         "kind example.com/v1 Box Box\n"
                         "type Box\n"
                         " apiVersion string\n"
                         " kind string\n"
                         " type string\n"
                         " data map[string]bytes\n"
                         " wait Duration\n"
                         " load float64\n"
                         " raw RawExtension\n"
                         " grid [][]int32\n"
                         " boxes []Box\n");
  const auto box = [](const std::string& rest) {
    return R"({"apiVersion":"example.com/v1","kind":"Box",)" + rest + "}";
  };
  CHECK(table.type_of("example.com/v1", "Box") == "Box");
  CHECK(table.type_of("example.com/v2", "Box").empty());
  CHECK(table.has_field("Box", "type"));
  CHECK_FALSE(table.has_field("Box", "Type"));
  CHECK_FALSE(table.has_type("string"));
  CHECK(decode(box(R"("data":{"a":"eHg=","b":"","c":null,"d":[1,255]},"wait":"1h30m","load":1,"raw":[{"a":1}])"), table)
            .paths.empty());
  CHECK(decode(box(R"("data":{"a":"x","b":"eHg","c":[256]},"wait":"90","load":"1")"), table).paths ==
        "data.a type; data.b type; data.c type; wait type; load type");
  CHECK(decode(box(R"("grid":[[1],[2,"3"]],"boxes":[{"boxes":[{"lid":1}]}])"), table).paths ==
        "grid[1][1] type; boxes[0].boxes[0].lid unknown");
  CHECK(decode(box(R"("type":1)"), table).expected == "string");
}

TEST_CASE("fields: types in words", "[fields]") {
  CHECK(type_in_words("string") == "a string");
  CHECK(type_in_words("[]string") == "a list of strings");
  CHECK(type_in_words("map[string]Quantity") == "a mapping of quantities");
  CHECK(type_in_words("[]Toleration") == "a list of mappings");
  CHECK(type_in_words("PodSpec") == "a mapping");
}

TEST_CASE("fields: many problems are cut off", "[fields]") {
  std::string text = R"({"apiVersion":"v1","kind":"Pod")";
  for (std::size_t index = 0; index < 2 * kMaxFieldProblems; ++index) {
    text += ",\"x" + std::to_string(index) + "\":1";
  }
  CHECK(decode(text + "}").paths.find("x199") != std::string::npos);
  CHECK(decode(text + "}").paths.find("x200") == std::string::npos);
}

TEST_CASE("fields: types are parsed once, by whichever thread comes first", "[fields]") {
  const FieldTable table(FieldTable::builtin().text());
  std::vector<std::thread> threads;
  std::vector<int> known(4, 0);
  for (int& count : known) {
    threads.emplace_back([&table, &count] {
      for (const char* field : {"tolerations", "containers", "nodeSelector", "tolerationz"}) {
        count += table.has_field("PodSpec", field) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(known == std::vector<int>(4, 3));
}
