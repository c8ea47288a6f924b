// libyaml 0.2.5 and go-yaml v2 come from one scanner and have grown apart in a few places. Where go-yaml takes what
// libyaml refuses, the text is patched by characters of the same length that occur nowhere in it, parsed again, and the
// scalars are taken from the text as it was. Where go-yaml refuses what libyaml takes, we refuse.
#include "rules/document/yaml_reader.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include <yaml.h>

namespace gpulint {
namespace {

/// Patches of one part before its error stands: each costs one more parse, whose tree stays in the arena.
constexpr std::size_t kMaxPatches = 64;
/// Bytes parsed again for patches, so that large parts get fewer of them.
constexpr std::size_t kMaxBytesAgain = 32u << 20;

/// go-yaml's input buffer, and the characters that its scanner looks ahead.
constexpr std::size_t kChunkBytes = 512;
constexpr std::size_t kLookAhead = 4;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_ascii(std::string_view text) {
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, 8);
    if ((word & 0x8080808080808080u) != 0) {
      return false;
    }
  }
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(),
                     [](char c) { return static_cast<signed char>(c) >= 0; });
}

// libyaml counts characters, we count bytes. Marks come nearly in order, so a cursor walks along.
class MarkMapper {
public:
  MarkMapper(std::string_view text, bool ascii) : text_(text), ascii_(ascii) {
    start_ = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0; // not counted by libyaml
    byte_ = start_;
  }

  std::uint32_t byte(std::size_t index) {
    if (ascii_) {
      return static_cast<std::uint32_t>(std::min(index, text_.size()));
    }
    while (index_ < index && byte_ < text_.size()) {
      ++byte_;
      while (byte_ < text_.size() && is_continuation(text_[byte_])) {
        ++byte_;
      }
      ++index_;
    }
    while (index_ > index && byte_ > start_) {
      --byte_;
      while (byte_ > start_ && is_continuation(text_[byte_])) {
        --byte_;
      }
      --index_;
    }
    return static_cast<std::uint32_t>(byte_);
  }

private:
  static bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

  std::string_view text_;
  bool ascii_;
  std::size_t start_ = 0;
  std::size_t byte_ = 0;
  std::size_t index_ = 0;
};

class Parser {
public:
  explicit Parser(std::string_view text) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  }
  ~Parser() {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  bool next() {
    yaml_event_delete(&event_);
    return yaml_parser_parse(&parser_, &event_) != 0;
  }
  const yaml_event_t& event() const { return event_; }
  const yaml_parser_t& state() const { return parser_; }

private:
  yaml_parser_t parser_{};
  yaml_event_t event_{};
};

std::string_view view(const unsigned char* text) {
  return text == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(text));
}

class Reader {
public:
  Reader(std::string_view part, std::uint32_t offset, TreeBuilder& builder, Arena& arena)
      : part_(part), text_(part), offset_(offset), builder_(builder), arena_(arena), ascii_(is_ascii(part)),
        has_tags_(part.find('!') != std::string_view::npos) {}

  void read() {
    if (!part_.ends_with('\n')) {
      patched_ = part_;
      patched_ += '\n'; // kubectl's line reader ends every line
      text_ = patched_;
    }
    if (!ascii_) {
      hide_byte_order_marks();
    }
    const std::size_t most_patches = std::min(kMaxPatches, kMaxBytesAgain / std::max<std::size_t>(part_.size(), 1));
    for (std::size_t patches = 0;; ++patches) {
      builder_.begin();
      last_end_ = last_block_end_ = 0;
      const std::optional<std::size_t> patch_at = parse();
      if (!patch_at || patches == most_patches || !patch(*patch_at)) {
        break;
      }
    }
    if (unread_ != 0 && builder_.failed()) {
      read_without_rest();
    }
  }

private:
  // A character that YAML forbids: go-yaml reads 512 bytes at a time, and never sees one behind the chunk in which the
  // first document ended.
  void read_without_rest() {
    const ReadError error = builder_.error();
    text_ = text_.substr(0, unread_);
    builder_.begin();
    ended_at_ = text_.size();
    parse();
    if (builder_.failed() || ended_at_ + kLookAhead >= text_.size()) {
      builder_.begin();
      builder_.fail(error.code, error.message, error.range);
    }
  }

  // go-yaml skips a byte order mark at the start of a part only; libyaml at the start of every line.
  void hide_byte_order_marks() {
    constexpr std::string_view kStandIn = "\xEE\x80\x80"; // U+E000, for private use
    std::size_t at = part_.find(kByteOrderMark, 1);
    if (at == std::string_view::npos || part_.find(kStandIn) != std::string_view::npos) {
      return;
    }
    patched_ = text_;
    for (; at != std::string::npos; at = patched_.find(kByteOrderMark, at)) {
      patched_.replace(at, kStandIn.size(), kStandIn);
    }
    text_ = patched_;
  }

  // An error that go-yaml doesn't have: a ':' before a flow indicator, a flow indicator inside a tag, or the escape \'.
  // Puts a character there that is in no way special and that the text doesn't hold.
  bool patch(std::size_t at) {
    const char refused = text_[at];
    if (stand_in_ == 0) {
      constexpr std::string_view kCandidates = "zqxjkvbwZQXJKVBW0123456789abcdefghilmnoprstuy";
      const std::size_t free = kCandidates.find_first_not_of(text_);
      const std::size_t second = free == std::string_view::npos ? free : kCandidates.find_first_not_of(text_, free + 1);
      if (second == std::string_view::npos) {
        return false;
      }
      stand_in_ = kCandidates[free];
      backslash_ = kCandidates[second];
    }
    if (patched_.empty()) {
      patched_ = text_;
    }
    patched_[at] = refused == '\\' ? backslash_ : stand_in_;
    text_ = patched_;
    return true;
  }

  std::optional<std::size_t> parse() {
    Parser parser(text_);
    MarkMapper marks(text_, ascii_);
    marks_ = &marks;
    while (!builder_.failed()) {
      if (!parser.next()) {
        return syntax_error(parser.state());
      }
      const yaml_event_t& event = parser.event();
      if (event.type == YAML_STREAM_END_EVENT) {
        break;
      }
      if (event.type == YAML_DOCUMENT_END_EVENT) {
        ended_at_ = marks.byte(event.end_mark.index);
        note_dropped_text(event);
        break;
      }
      if (const auto patch_at = tag_to_patch(event)) {
        return patch_at;
      }
      handle(event);
    }
    return std::nullopt;
  }

  ByteRange range(const yaml_event_t& event) {
    // A line break that we added isn't part of the file.
    const auto most = static_cast<std::uint32_t>(part_.size());
    const std::uint32_t begin = std::min(marks_->byte(event.start_mark.index), most);
    return {begin, std::min(marks_->byte(event.end_mark.index), most)};
  }
  ByteRange shifted(ByteRange local) const { return {local.begin + offset_, local.end + offset_}; }

  std::optional<std::size_t> syntax_error(const yaml_parser_t& state) {
    const std::string_view problem = state.problem == nullptr ? "not YAML" : state.problem;
    const std::uint32_t at = marks_->byte(state.problem_mark.index);
    const char found = at < text_.size() ? text_[at] : '\0';
    if (state.error == YAML_SCANNER_ERROR && problem == "found unexpected ':'") {
      // The mark stands behind the colon or on it.
      const std::size_t colon = text_.rfind(':', std::min<std::size_t>(at, text_.size() - 1));
      if (colon != std::string_view::npos && colon + 1 >= at) {
        return colon;
      }
    }
    if (state.error == YAML_SCANNER_ERROR && std::string_view(",[]").find(found) != std::string_view::npos &&
        found != '\0' && view_context(state).find("scanning a tag") != std::string_view::npos) {
      return at;
    }
    if (problem == "found unknown escape character") {
      const std::size_t backslash = text_.find('\\', at == 0 ? 0 : at - 1);
      if (text_.substr(backslash == std::string_view::npos ? text_.size() : backslash, 2) == "\\'") {
        return backslash;
      }
    }
    std::uint32_t begin = at;
    if (state.error == YAML_READER_ERROR) {
      begin = static_cast<std::uint32_t>(std::min(state.problem_offset, text_.size()));
      unread_ = begin / kChunkBytes * kChunkBytes;
    }
    std::string message(problem);
    if (state.context != nullptr) {
      message += std::string(" ") + state.context;
    }
    builder_.fail(ReadErrorCode::syntax, std::move(message),
                  shifted({begin, std::min(begin + 1, static_cast<std::uint32_t>(text_.size()))}));
    return std::nullopt;
  }

  static std::string_view view_context(const yaml_parser_t& state) {
    return state.context == nullptr ? std::string_view() : state.context;
  }

  // In flow collections libyaml ends a tag at `,`; go-yaml reads on through `,`, `[` and `]`.
  std::optional<std::size_t> tag_to_patch(const yaml_event_t& event) {
    const unsigned char* tag = event.type == YAML_SCALAR_EVENT           ? event.data.scalar.tag
                               : event.type == YAML_SEQUENCE_START_EVENT ? event.data.sequence_start.tag
                               : event.type == YAML_MAPPING_START_EVENT  ? event.data.mapping_start.tag
                                                                         : nullptr;
    if (!builder_.in_flow() || (tag == nullptr && !has_tags_)) {
      return std::nullopt;
    }
    const std::size_t start = marks_->byte(event.start_mark.index);
    std::size_t at = start;
    if (at < text_.size() && text_[at] == '&') {
      at = std::min(text_.find_first_of(" \t\r\n", at), text_.size());
      at = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
    }
    if (at >= text_.size() || text_[at] != '!' || text_.substr(at, 2) == "!<") {
      return std::nullopt;
    }
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n", at), text_.size());
    const std::size_t special = text_.find_first_of(",[]", at);
    return special < end ? std::optional(special) : std::nullopt;
  }

  // What comes after `...`, or at a column that ends the document, is dropped in silence.
  void note_dropped_text(const yaml_event_t& event) {
    std::size_t at = marks_->byte(event.end_mark.index);
    while (at < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const std::size_t first = text_.find_first_not_of(" \t\r", at);
      if (first < end && text_[first] != '#' && text_.substr(at, 3) != "...") {
        builder_.note(ReadingDifference::text_after_end,
                      shifted({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)}));
        return;
      }
      at = end + 1;
    }
  }

  void handle(const yaml_event_t& event) {
    switch (event.type) {
    case YAML_SCALAR_EVENT:
      scalar(event);
      break;
    case YAML_ALIAS_EVENT:
      last_end_ = std::max(last_end_, range(event).end);
      builder_.alias(keep(view(event.data.alias.anchor)), shifted(range(event)));
      break;
    case YAML_SEQUENCE_START_EVENT: {
      const bool flow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
      begin(Kind::sequence, flow, event, event.data.sequence_start.anchor);
      break;
    }
    case YAML_MAPPING_START_EVENT: {
      const bool flow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
      begin(Kind::mapping, flow, event, event.data.mapping_start.anchor);
      break;
    }
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      builder_.end_container(end_of_container(event) + offset_);
      break;
    default:
      break;
    }
  }

  // A block collection ends where the next token begins; what it holds ends before the white space and comments there.
  std::uint32_t end_of_container(const yaml_event_t& event) {
    if (builder_.in_flow()) {
      last_end_ = range(event).end;
    }
    return last_end_;
  }

  void begin(Kind kind, bool flow, const yaml_event_t& event, const unsigned char* anchor) {
    const std::uint32_t start = start_of_value(marks_->byte(event.start_mark.index));
    builder_.begin_container(kind, flow ? Style::flow : Style::block, shifted({start, start}), keep(view(anchor)));
  }

  // libyaml starts a node at its anchor or tag.
  std::uint32_t start_of_value(std::uint32_t start) const {
    std::size_t at = start;
    while (at < text_.size() && (text_[at] == '&' || text_[at] == '!')) {
      const std::size_t end = text_.find_first_of(" \t\r\n", at);
      if (end == std::string_view::npos) {
        return start;
      }
      at = end;
      for (;;) {
        at = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
        if (at >= text_.size() || text_[at] != '#') {
          break;
        }
        at = std::min(text_.find('\n', at), text_.size());
      }
    }
    return at >= text_.size() ? start : static_cast<std::uint32_t>(at);
  }

  std::string_view keep(std::string_view text) {
    if (text.empty()) {
      return {};
    }
    std::pmr::polymorphic_allocator<> allocator(&arena_);
    char* copy = allocator.allocate_object<char>(text.size());
    text.copy(copy, text.size());
    return {copy, text.size()};
  }

  void scalar(const yaml_event_t& event) {
    const auto& data = event.data.scalar;
    const std::string_view value(reinterpret_cast<const char*>(data.value), data.length);
    ByteRange local = range(event);
    last_end_ = std::max(last_end_, local.end);
    if (data.tag != nullptr || data.anchor != nullptr) {
      local.begin = std::min(start_of_value(local.begin), local.end);
    }
    ScalarEvent out;
    out.style = style_of(data.style);
    if (out.style == Style::literal || out.style == Style::folded) {
      local.end = trimmed_end(local);
      last_end_ = std::max(local.end, last_block_end_);
      last_block_end_ = last_end_;
    }
    out.range = shifted(local);
    out.tag = scalar_tag(view(data.tag));
    out.plain_implicit = data.plain_implicit != 0;
    out.text = text_of(value, local, out.style);
    out.anchor = keep(view(data.anchor));
    if (refused_by_go(local, out.style, value)) {
      builder_.fail(ReadErrorCode::syntax, refusal_, out.range);
      return;
    }
    builder_.scalar(out);
  }

  // Block scalars end behind their line breaks.
  std::uint32_t trimmed_end(ByteRange local) const {
    std::uint32_t end = local.end;
    while (end > local.begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r' || text_[end - 1] == ' ')) {
      --end;
    }
    return end;
  }

  static Style style_of(yaml_scalar_style_t style) {
    switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
      return Style::single_quoted;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
      return Style::double_quoted;
    case YAML_LITERAL_SCALAR_STYLE:
      return Style::literal;
    case YAML_FOLDED_SCALAR_STYLE:
      return Style::folded;
    default:
      return Style::plain;
    }
  }

  // A view into the text where the value stands there as it is, else a copy in the arena.
  std::string_view text_of(std::string_view value, ByteRange local, Style style) {
    const std::size_t quote = style == Style::single_quoted || style == Style::double_quoted ? 1 : 0;
    const bool patched = backslash_ != 0 && value.find(backslash_) != std::string_view::npos;
    if (!patched && local.end - local.begin == value.size() + 2 * quote &&
        text_.substr(local.begin + quote, value.size()) == value) {
      return part_.substr(local.begin + quote, value.size());
    }
    return restored(value);
  }

  // Takes patches back: each stand-in is one, for it occurs nowhere in the text itself.
  std::string_view restored(std::string_view value) {
    if (patched_.empty()) {
      return keep(value);
    }
    std::string out(value);
    if (stand_in_ != 0) {
      std::replace(out.begin(), out.end(), stand_in_, ':');
      std::erase(out, backslash_);
    }
    constexpr std::string_view kStandIn = "\xEE\x80\x80";
    if (part_.find(kStandIn) == std::string_view::npos) {
      for (std::size_t at = out.find(kStandIn); at != std::string::npos; at = out.find(kStandIn, at)) {
        out.replace(at, kStandIn.size(), kByteOrderMark);
      }
    }
    return keep(out);
  }

  // go-yaml ends a plain scalar in a flow collection at `?`, and knows no escape `\/`.
  bool refused_by_go(ByteRange local, Style style, std::string_view value) {
    if (style == Style::plain && builder_.in_flow() && value.find('?') != std::string_view::npos) {
      refusal_ = "did not find expected ',' or the end of the collection before '?'";
      return true;
    }
    if (style != Style::double_quoted) {
      return false;
    }
    const std::string_view source = text_.substr(local.begin, local.end - local.begin);
    for (std::size_t at = source.find('\\'); at != std::string_view::npos; at = source.find('\\', at + 2)) {
      if (source.substr(at + 1).starts_with('/')) {
        refusal_ = "found unknown escape character '\\/' (YAML 1.1 has none such)";
        return true;
      }
    }
    return false;
  }

  std::string_view part_;
  std::string_view text_; // what libyaml is given: the part, or its patched form
  std::uint32_t offset_;
  TreeBuilder& builder_;
  Arena& arena_;
  bool ascii_;
  bool has_tags_; // or another `!`
  std::string patched_;
  char stand_in_ = 0;  // for a ':' or a tag's flow indicator
  char backslash_ = 0; // for the backslash of an escaped single quote
  MarkMapper* marks_ = nullptr;
  std::uint32_t last_end_ = 0;
  std::size_t unread_ = 0;   // where the chunk with a forbidden character begins; 0: no such character
  std::size_t ended_at_ = 0; // where the document ended
  std::uint32_t last_block_end_ = 0;
  const char* refusal_ = "";
};

} // namespace

void read_yaml(std::string_view part, std::uint32_t offset, TreeBuilder& builder, Arena& arena) {
  Reader(part, offset, builder, arena).read();
}

} // namespace gpulint
