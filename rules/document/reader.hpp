// Bytes -> documents, exactly as kubectl reads them.
//
// kubectl (k8s.io/apimachinery's YAMLOrJSONDecoder) splits a file at lines that begin with `---`, reads each part with
// go-yaml v2 (YAML 1.1) and sends JSON; a file whose first character is `{` is JSON first. Where kustomize would read
// something else, the document carries a ReadingNote.
#pragma once

#include "rules/document/value.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint {

/// Bytes of one text. Above it nothing is read: ranges are 32 bits wide and the whole text is held in memory.
inline constexpr std::size_t kMaxTextBytes = 256u << 20;
/// Bytes of one document. The API server refuses bodies above 3 MiB; this leaves room for white space and comments.
inline constexpr std::size_t kMaxDocumentBytes = 32u << 20;
/// Nesting, as in go-yaml ("exceeded max depth of 10000") and Go's encoding/json.
inline constexpr std::size_t kMaxDepth = 10000;
/// Differences noted in one document; the rest is dropped.
inline constexpr std::size_t kMaxReadingNotes = 1000;

enum class ReadErrorCode {
  syntax,             ///< not YAML or JSON as kubectl reads it: whoever wrote the file mends it
  separator,          ///< text after `---` on one line, which kubectl refuses
  unknown_anchor,     ///< an alias without its anchor, or one that contains itself
  excessive_aliasing, ///< aliases expand beyond what go-yaml allows
  too_deep,           ///< more than kMaxDepth levels
  too_large,          ///< more than kMaxTextBytes, or a document of more than kMaxDocumentBytes
  unsupported_key,    ///< a mapping key that has no JSON form: null, a list, a mapping, a number above int64
  unsupported_value,  ///< a value that has no JSON form: .inf, .nan, a tag that doesn't fit
  not_an_object,      ///< a document that isn't a mapping
  json_patch,         ///< a list of JSON patch operations, which only kustomize reads
};

struct ReadError {
  ReadErrorCode code = ReadErrorCode::syntax;
  std::string message;
  ByteRange range;
};

/// What kubectl and kustomize (go-yaml v3, sigs.k8s.io/kustomize/kyaml) read differently, or kubectl changes silently.
enum class ReadingDifference : std::uint8_t {
  duplicate_key,         ///< kubectl: the last one wins; kustomize: an error
  colliding_keys,        ///< keys that differ in YAML and are the same in JSON (`1` and "1", `yes` and `true`)
  merge_overrides,       ///< a key before `<<`: kubectl takes the merged value, kustomize the written one
  repeated_merge,        ///< two `<<` in one mapping: kustomize refuses
  quoted_merge,          ///< "<<" in quotes: a plain key for kubectl, a merge for kustomize
  boolean_word,          ///< yes, no, on, off, y, n: a boolean for kubectl, a string for kustomize
  date,                  ///< kubectl keeps the text, kustomize rewrites it as a time
  text_after_end,        ///< content after `...`, which kubectl and kustomize drop without a word
  replaced_bytes,        ///< invalid UTF-8, which kubectl replaces by U+FFFD and kustomize refuses
  unrepresentable_number ///< an integer beyond int64 that becomes a float, or a float that becomes a string (1e400)
};

struct ReadingNote {
  ReadingDifference difference{};
  ByteRange range;               ///< what to look at: the key or the scalar
  ByteRange other;               ///< the earlier key, where two are involved; else empty
  const Value* parent = nullptr; ///< the mapping or list that holds it; nullptr for the document
  std::string_view key;          ///< the key it is about, or that leads to the scalar; empty in lists
  std::uint32_t index = 0;       ///< the index, in lists
};

/// One document of a text. `root` is nullptr for an empty one (those are skipped by the stream).
struct Document {
  const Value* root = nullptr;
  std::size_t index = 0; ///< counts from 1; empty documents are left out, unreadable ones counted
  ByteRange range;       ///< of its text in the file
  bool json = false;
  std::vector<ReadingNote> notes;
};

/// Reads the documents of one text, one after the other. The text must outlive the stream and every value read from it
/// (strings are views into it where they can be); values live until the next call of next() or the stream's end.
class DocumentStream {
public:
  explicit DocumentStream(std::string_view text);
  ~DocumentStream();
  DocumentStream(const DocumentStream&) = delete;
  DocumentStream& operator=(const DocumentStream&) = delete;

  /// The next document, an error in place of one, or nothing at the end. After an error in YAML the stream goes on with
  /// the next part of the file (kubectl would stop); after one in JSON it ends.
  std::optional<tl::expected<Document, ReadError>> next();

  /// Where Fields and rules may allocate what lives as long as the current document.
  Arena& arena();

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A text as kubectl's file reader hands it on (golang.org/x/text's BOMOverride): UTF-16 with a byte order mark is
/// transcribed, invalid UTF-8 becomes U+FFFD. Ranges refer to `text`.
struct Utf8Text {
  std::string_view text; ///< the input itself where that is possible, else a view of `storage`
  std::string storage;
  bool transcribed = false; ///< it was UTF-16
  /// What wasn't valid UTF-8: where `text` and the input go on behind each U+FFFD that stands for some.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> replaced;

  /// The offset in the input of an offset in `text`.
  std::uint32_t original_offset(std::uint32_t offset) const;
};

/// `bytes` must outlive the answer.
std::unique_ptr<Utf8Text> utf8_text(std::string_view bytes);

/// One code point, which must not be a surrogate.
void append_utf8(std::string& out, unsigned code_point);

} // namespace gpulint
