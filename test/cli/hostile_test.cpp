// Input that was made, or grew, to do harm: an answer within bounded time and memory, whatever it is.
#include "test/cli/manifests.hpp"
#include "test/cli/process.hpp"
#include "test/unit/cli_temporary_folder.hpp"

#include <atomic>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace gpulint::cli;
using Json = nlohmann::json;
using namespace std::string_literals;

namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) {
    out += text;
  }
  return out;
}

std::string alias_bomb() {
  std::string text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i <= 8; ++i) {
    const std::string before = "*a" + std::to_string(i - 1) + ",";
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + repeated(before, 9) + "]\n";
  }
  return text;
}

} // namespace

TEST_CASE("hostile texts are refused or read, quickly and in little memory", "[cli]") {
  // Made one at a time: what the test holds when it starts a program counts as the program's memory.
  const struct {
    const char* what;
    std::string (*text)();
    int code;
    std::size_t mebibytes;
  } rows[] = {
      {"a comma", [] { return ","s; }, 2, 16},
      {"a tag that ends in a comma", [] { return "!!2#ip,"s; }, 2, 16},
      {"quotes that never end", [] { return "a: \"b"s; }, 2, 16},
      {"single quotes that never end", [] { return "a: 'b"s; }, 2, 16},
      {"an alias bomb", alias_bomb, 2, 64},
      {"an alias of itself", [] { return "a: &a [*a]\n"s; }, 2, 16},
      {"an alias of nothing", [] { return "a: *b\n"s; }, 2, 16},
      {"100 000 lists in each other", [] { return repeated("[", 100'000); }, 2, 64},
      {"100 000 mappings in each other, JSON", [] { return repeated("{\"a\":", 100'000); }, 2, 64},
      {"a key of 1 MB", [] { return repeated("k", 1'000'000) + ": 1\n"; }, 2, 64},
      {"a line of 100 MB", [] { return "a: " + repeated("x", 100'000'000) + "\n"; }, 2, 256},
      {"NUL", [] { return "a: b\0c\n"s; }, 2, 16},
      {"only NUL", [] { return std::string(1000, '\0'); }, 2, 16},
      {"a million dashes", [] { return repeated("---\n", 1'000'000); }, 0, 64},
      {"nothing", [] { return ""s; }, 0, 16},
  };
  const TemporaryFolder folder;
  for (const auto& row : rows) {
    CAPTURE(row.what);
    folder.write("x.yaml", row.text());
    for (const char* format : {"text", "json", "sarif"}) {
      const Ended ended = lint({"x.yaml", "--format", format}, folder.path());
      CHECK(ended.code == row.code);
      CHECK(ended.signal == 0);
      CHECK(ended.cpu_seconds < 5);
      CHECK(ended.memory_kib < row.mebibytes << 10);
      CHECK(ended.out.size() < 100'000);
    }
  }
}

TEST_CASE("UTF-16 is read as kubectl reads it", "[cli]") {
  const TemporaryFolder folder;
  std::string text = "\xff\xfe";
  for (const char c : kBad) {
    text += c;
    text += '\0';
  }
  folder.write("x.yaml", text);
  CHECK(lint({"x.yaml"}, folder.path()).code == 1);
}

TEST_CASE("a file of 1 GB isn't read", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", "a: b\n");
  std::filesystem::resize_file(folder.path("x.yaml"), std::size_t{1} << 30);
  const Ended ended = lint({"x.yaml", "-f", "json"}, folder.path());
  CHECK(ended.code == 2);
  CHECK(Json::parse(ended.out)["errors"][0]["code"] == "too-large");
  CHECK(ended.memory_kib < 16u << 10);
  CHECK(ended.cpu_seconds < 1);
}

TEST_CASE("what isn't a regular file is an error where it is named", "[cli]") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo(folder.path("pipe.yaml").c_str(), 0600) == 0);
  std::filesystem::create_symlink("loop.yaml", folder.path("loop.yaml"));
  std::filesystem::create_symlink("/dev/zero", folder.path("zero.yaml"));
  folder.folder("folder.yaml");
  for (const char* path : {"pipe.yaml", "loop.yaml", "zero.yaml", "/dev/zero", "missing.yaml", "missing/"}) {
    CAPTURE(path);
    const Ended ended = lint({path, "-f", "json"}, folder.path());
    CHECK(ended.code == 2);
    const Json report = Json::parse(ended.out);
    REQUIRE(report["errors"].size() == 1);
    CHECK(report["errors"][0]["code"] == "unreadable");
    CHECK(report["errors"][0]["file"] == path);
  }
  CHECK(lint({"folder.yaml"}, folder.path()).code == 0);
  // In a folder, pipes and devices are passed by; a link that leads nowhere is told.
  const Json report = Json::parse(lint({"-f", "json"}, folder.path()).out);
  REQUIRE(report["errors"].size() == 1);
  CHECK(report["errors"][0]["file"] == "loop.yaml");
}

TEST_CASE("folders that link to each other are walked once", "[cli]") {
  const TemporaryFolder folder;
  folder.write("a/x.yaml", kGood);
  std::filesystem::create_symlink("..", folder.path("a/up"));
  std::filesystem::create_symlink("a", folder.path("b"));
  CHECK(Json::parse(lint({"-f", "json"}, folder.path()).out)["summary"]["files"] == 1);
}

TEST_CASE("files and folders without rights are told, the others are judged", "[cli]") {
  const TemporaryFolder folder;
  ::chmod(folder.path().c_str(), 0755);
  ::chmod(folder.write("closed.yaml", kGood).c_str(), 0);
  folder.write("locked/x.yaml", kGood);
  ::chmod(folder.path("locked").c_str(), 0);
  folder.write("open.yaml", kBad);
  Start start;
  start.folder = folder.path();
  start.arguments = {"-f", "json"};
  start.as_nobody = true;
  const Ended ended = run(start);
  ::chmod(folder.path("locked").c_str(), 0700);
  REQUIRE(ended.code == 2);
  const Json report = Json::parse(ended.out);
  REQUIRE(report["errors"].size() == 2);
  CHECK(report["errors"][0]["file"] == "closed.yaml");
  CHECK(report["errors"][0]["message"] == "Permission denied");
  CHECK(report["errors"][1]["file"] == "locked");
  CHECK(report["summary"]["error"] == 1);
}

TEST_CASE("endless standard input is cut off", "[cli]") {
  Start start;
  start.arguments = {"-", "-f", "json"};
  start.input_file = "/dev/zero";
  const Ended ended = run(start);
  CHECK(ended.code == 2);
  CHECK(Json::parse(ended.out)["errors"][0]["code"] == "too-large");
  CHECK(ended.memory_kib < 600u << 10);
  CHECK(ended.cpu_seconds < 10);
  start.input_file = "/tmp";
  CHECK(run(start).code == 2);
}

TEST_CASE("a file that changes while it is read gives a defined answer", "[cli]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("x.yaml", "a:\n" + repeated("- b\n", 2'000'000));
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    // Longer and shorter by turns: a mapped file would kill its reader.
    for (std::size_t size = 8'000'003; !stop; size = size == 8'000'003 ? 1000 : 8'000'003) {
      ::truncate(path.c_str(), static_cast<off_t>(size));
    }
  });
  for (int i = 0; i < 20; ++i) {
    const Ended ended = lint({"x.yaml"}, folder.path());
    CHECK(ended.signal == 0);
    CHECK((ended.code == 0 || ended.code == 2));
  }
  stop = true;
  writer.join();
}

TEST_CASE("names of files never reach the terminal raw", "[cli]") {
  const TemporaryFolder folder;
  const std::string names[] = {"\xff\xfe.yaml", "new\nline.yaml", "\x1b[2Jclear.yaml", "\xe2\x80\xaetxt.yaml",
                               "bell\x07.yaml"};
  for (const std::string& name : names) {
    folder.write(name, kBad);
  }
  const Ended text = lint({"."}, folder.path());
  CHECK(text.code == 1);
  for (const char* shown : {"\\xff\\xfe.yaml:13:25: error",
                            "new\\nline.yaml:", "\\x1b[2Jclear.yaml:", "\\u202etxt.yaml:", "bell\\x07.yaml:"}) {
    CHECK(holds(text.out, shown));
  }
  for (const char c : text.out + text.err) {
    CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  }
  CHECK_FALSE(holds(text.out, "\xe2\x80\xae"));

  const Json json = Json::parse(lint({"-f", "json"}, folder.path()).out);
  CHECK(json["summary"]["files"] == 5);
  const Json sarif = Json::parse(lint({"-f", "sarif"}, folder.path()).out);
  std::vector<std::string> uris;
  for (const Json& artifact : sarif["runs"][0]["artifacts"]) {
    uris.push_back(artifact["location"]["uri"]);
  }
  CHECK(std::find(uris.begin(), uris.end(), "%FF%FE.yaml") != uris.end());
  CHECK(std::find(uris.begin(), uris.end(), "new%0Aline.yaml") != uris.end());

  // The same in complaints about the command line.
  for (const std::string& name : names) {
    const std::string told = lint({"--policy", name + "x", "--select", name}, folder.path()).err;
    for (const char c : told) {
      CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
    }
  }
}

TEST_CASE("texts of manifests never reach the terminal raw, and JSON stays valid", "[cli]") {
  const TemporaryFolder folder;
  folder.write("x.yaml", pod("\x1b") + "---\n" + pod("1.5", "\"a\\e[31m\\n\\u202Eb\"") + "---\n" + pod("\xff.5"));
  folder.write("y.yaml", pod("1.5\\e]0;title\\a"));
  const Ended text = lint({"."}, folder.path());
  for (const char c : text.out + text.err) {
    CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  }
  for (const char* format : {"json", "sarif"}) {
    CHECK(Json::accept(lint({"-f", format}, folder.path()).out));
  }
}

TEST_CASE("100 000 files in little memory", "[cli]") {
  const TemporaryFolder folder;
  for (int part = 0; part < 100; ++part) {
    folder.folder(std::to_string(part));
    for (int i = 0; i < 1000; ++i) {
      std::ofstream(folder.path(std::to_string(part)) + '/' + std::to_string(i) + ".yaml")
          << (i % 100 == 0 ? kBad : "a: b\n");
    }
  }
  const Ended ended = lint({"-f", "json"}, folder.path());
  CHECK(ended.code == 1);
  CHECK(Json::parse(ended.out)["summary"]["files"] == 100'000);
  CHECK(ended.memory_kib < 48u << 10);
  CHECK(ended.cpu_seconds < 60);
}

TEST_CASE("very deep folders are walked, or told about", "[cli]") {
  const TemporaryFolder folder;
  // Longer than any path that the system takes.
  const std::string name(200, 'd');
  const std::string start = std::filesystem::current_path();
  REQUIRE(::chdir(folder.path().c_str()) == 0);
  for (int i = 0; i < 40; ++i) {
    REQUIRE(::mkdir(name.c_str(), 0755) == 0);
    REQUIRE(::chdir(name.c_str()) == 0);
  }
  REQUIRE(::chdir(start.c_str()) == 0);
  folder.write("x.yaml", kBad);
  const Ended ended = lint({"-f", "json"}, folder.path());
  CHECK(ended.code == 2);
  const Json report = Json::parse(ended.out);
  CHECK(report["errors"].size() == 1);
  CHECK(report["summary"]["error"] == 1);
  CHECK(run({.arguments = {"-rf", folder.path(name)}, .program = "rm"}).code == 0);
}

TEST_CASE("many findings on one line take no longer than on many", "[cli]") {
  const TemporaryFolder folder;
  std::string text = R"({"apiVersion":"v1","kind":"List","items":[)";
  for (int i = 0; i < 20'000; ++i) {
    text += (i == 0 ? "" : ",") + R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":)"s +
            R"([{"name":"c","image":"x:1","resources":{"limits":{"nvidia.com/gpu":"1.5"}}}]}})";
  }
  folder.write("x.json", text + "]}");
  const Ended ended = lint({"x.json", "--select", "GPU103"}, folder.path());
  CHECK(ended.code == 1);
  CHECK(holds(ended.err, "20000 errors"));
  CHECK(ended.cpu_seconds < 5);
}
