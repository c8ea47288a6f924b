// Splitting a text into documents as k8s.io/apimachinery/pkg/util/yaml's YAMLOrJSONDecoder does: JSON values one after
// the other where the text begins with `{`, else (or from where that fails) YAML parts between lines that begin with
// `---`.
#include "rules/document/json_reader.hpp"
#include "rules/document/reader.hpp"
#include "rules/document/yaml_reader.hpp"

#include <algorithm>
#include <array>

namespace gpulint {
namespace {

/// How far the decoder looks for the first brace.
constexpr std::size_t kGuessBytes = 4096;
/// Memory kept from document to document; larger documents take more for as long as they live.
constexpr std::size_t kArenaBytes = 192u << 10;

// unicode.IsSpace: the length of the white space character at `at`, or 0.
std::size_t space_length(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == ' ' || (c >= '\t' && c <= '\r')) {
    return 1;
  }
  constexpr std::array<std::string_view, 19> kWide = {
      "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82", "\xE2\x80\x83",
      "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A",
      "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};
  const auto found = std::find_if(kWide.begin(), kWide.end(),
                                  [&](std::string_view space) { return text.substr(at).starts_with(space); });
  return static_cast<signed char>(c) >= 0 || found == kWide.end() ? 0 : found->size();
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t length = space_length(text, at);
    if (length == 0) {
      break;
    }
    at += length;
  }
  return at;
}

// RFC 6902: a list of mappings with op and path.
bool is_json_patch(const Value& root) {
  const auto items = root.items();
  return !items.empty() && std::all_of(items.begin(), items.end(), [](const Value* item) {
    const Value* operation = item->find("op");
    const Value* path = item->find("path");
    return operation != nullptr && operation->is(Kind::string) && path != nullptr && path->is(Kind::string);
  });
}

} // namespace

struct DocumentStream::State {
  explicit State(std::string_view given)
      : text(given), buffer(new char[kArenaBytes]), memory(buffer.get(), kArenaBytes), builder(memory) {
    at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const std::string_view guess = text.substr(0, at + kGuessBytes);
    const std::size_t first = skip_space(guess, at);
    json = first < guess.size() && text[first] == '{';
  }

  using Result = std::optional<tl::expected<Document, ReadError>>;

  Result next() {
    memory.release();
    if (text.size() > kMaxTextBytes) {
      return refuse_size();
    }
    if (json) {
      if (Result result = next_json()) {
        return result;
      }
    }
    return json ? Result() : next_yaml();
  }

  Result refuse_size() {
    if (finished) {
      return std::nullopt;
    }
    finished = true;
    return tl::unexpected(ReadError{
        ReadErrorCode::too_large, "larger than " + std::to_string(kMaxTextBytes >> 20) + " MiB, so it isn't read", {}});
  }

  static Result refuse_document(ByteRange where) {
    return tl::unexpected(ReadError{ReadErrorCode::too_large,
                                    "a document of more than " + std::to_string(kMaxDocumentBytes >> 20) +
                                        " MiB; the API server takes at most 3 MiB",
                                    where});
  }

  // A value, the error that ends the stream, or nothing: the text is at its end, or goes on as YAML.
  Result next_json() {
    for (;;) {
      const std::size_t start = at;
      const std::string_view readable = text.substr(0, start + kMaxDocumentBytes);
      const std::size_t end = read_json(readable, start, builder, memory);
      if (builder.failed() && readable.size() < text.size() && builder.error().range.begin >= readable.size()) {
        at = text.size();
        return refuse_document({static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(start)});
      }
      if (builder.failed()) {
        // Only a syntax error may mean YAML: a number that no float holds is refused once the value is taken apart.
        if (values > 1 || builder.error().code == ReadErrorCode::unsupported_value || !switch_to_yaml(start)) {
          at = text.size();
          return tl::unexpected(builder.error());
        }
        json_error = builder.error();
        json = false;
        return std::nullopt;
      }
      if (builder.root() == nullptr) {
        at = text.size();
        return std::nullopt;
      }
      at = end;
      ++values;
      if (builder.root()->kind != Kind::null) {
        return finish({builder.root()->range.begin, static_cast<std::uint32_t>(end)}, true);
      }
    }
  }

  // White space up to the first line break is eaten; the decoder looks at four bytes at a time and gives up when fewer
  // are left, and when it meets U+FFFD.
  bool switch_to_yaml(std::size_t from) {
    at = from;
    while (at + 4 <= text.size()) {
      if (text.substr(at).starts_with("\xEF\xBF\xBD")) {
        return false;
      }
      const std::size_t length = space_length(text, at);
      if (length == 0) {
        return true;
      }
      const bool line_end = text[at] == '\n';
      at += length;
      if (line_end) {
        return true;
      }
    }
    return false;
  }

  Result next_yaml() {
    while (at < text.size()) {
      const std::size_t start = at;
      std::size_t end = 0;
      if (Result error = find_part(end)) {
        return error;
      }
      if (end == start) {
        continue;
      }
      const ByteRange range{static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end)};
      if (end - start > kMaxDocumentBytes) {
        return refuse_document({range.begin, range.begin});
      }
      read_yaml(text.substr(start, end - start), range.begin, builder, memory);
      if (builder.failed()) {
        const ReadError error = json_error.value_or(builder.error());
        json_error.reset();
        ++count;
        return tl::unexpected(error);
      }
      json_error.reset();
      if (builder.root() != nullptr && builder.root()->kind != Kind::null) {
        return finish(range, false);
      }
    }
    return std::nullopt;
  }

  // Sets `end` to the end of the part that begins at `at`, and `at` to where the next one begins. A separator line in
  // front of a part belongs to it; the one behind it belongs to nothing.
  Result find_part(std::size_t& end) {
    std::size_t line = at;
    bool empty = true;
    for (;;) {
      if (text.substr(line, 3) == "---") {
        const std::size_t line_end = std::min(text.find('\n', line), text.size());
        const std::size_t rest = skip_space(text.substr(0, line_end), line + 3);
        if (rest < line_end && text[rest] != '#') {
          at = std::min(line_end + 1, text.size());
          return tl::unexpected(
              ReadError{ReadErrorCode::separator,
                        "invalid YAML document separator: only a comment may follow `---` on its line",
                        {static_cast<std::uint32_t>(rest), static_cast<std::uint32_t>(line_end)}});
        }
        if (!empty) {
          end = line;
          at = std::min(line_end + 1, text.size());
          return std::nullopt;
        }
      }
      empty = false;
      const std::size_t next = text.find("\n---", line);
      if (next == std::string_view::npos) {
        end = at = text.size();
        return std::nullopt;
      }
      line = next + 1;
    }
  }

  Result finish(ByteRange range, bool is_json) {
    const Value& root = *builder.root();
    ++count;
    if (is_json_patch(root)) {
      return tl::unexpected(
          ReadError{ReadErrorCode::json_patch, "a list of JSON patch operations is no object", root.range});
    }
    if (root.kind != Kind::mapping) {
      return tl::unexpected(ReadError{ReadErrorCode::not_an_object,
                                      "a document must be a mapping with apiVersion and kind; this one is " +
                                          std::string(kind_word(root)),
                                      root.range});
    }
    Document out;
    out.root = &root;
    out.index = count;
    out.range = range;
    out.json = is_json;
    out.notes = builder.notes();
    return out;
  }

  std::string_view text;
  std::unique_ptr<char[]> buffer;
  std::pmr::monotonic_buffer_resource memory;
  TreeBuilder builder;
  std::size_t at = 0;
  std::size_t count = 0;  // documents that held something, those that could not be read too
  std::size_t values = 0; // JSON values read, null included
  bool json = false;
  bool finished = false;
  std::optional<ReadError> json_error;
};

DocumentStream::DocumentStream(std::string_view text) : state_(std::make_unique<State>(text)) {}
DocumentStream::~DocumentStream() = default;

std::optional<tl::expected<Document, ReadError>> DocumentStream::next() {
  return state_->next();
}

Arena& DocumentStream::arena() {
  return state_->memory;
}

} // namespace gpulint
