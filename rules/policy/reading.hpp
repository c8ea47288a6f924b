// One policy file while it is read: its mistakes with their places, and the readers of plain values.
#pragma once

#include "rules/document/source.hpp"
#include "rules/policy/grammar.hpp"
#include "rules/policy/load.hpp"
#include "rules/policy/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpulint::policy_file {

/// Mistakes reported for one file; whoever made more mends these first.
inline constexpr std::size_t kMaxErrors = 100;
/// Patterns that need RE2 in one policy, presets included: with kMaxPatternMemory a bound on memory.
inline constexpr std::size_t kMaxRegularPatterns = 1000;
/// Values read from one file: aliases can make a small file a large tree.
inline constexpr std::size_t kMaxValues = 200000;

/// Items of one list.
inline constexpr std::size_t kMaxItems = 10000;
/// Pools and custom rules of one file: others name them, and each name is looked for among them.
inline constexpr std::size_t kMaxPools = 256;
inline constexpr std::size_t kMaxCustomRules = 1000;
/// Bytes of a policy file. A ConfigMap holds no more.
inline constexpr std::size_t kMaxFileBytes = 1u << 20;

/// Finds the text of a preset; empty if there is none of that name.
using PresetText = std::string_view (*)(std::string_view name);

/// What all files of one policy share while it loads.
struct Loading {
  std::span<const RuleName> rules;
  PresetText preset_text = nullptr;
  std::span<const std::string_view> preset_names;
  Policy policy;
  std::vector<PolicyError> errors;
  std::vector<std::string> open_presets; ///< being read: a name that comes again is a cycle
  std::size_t regular_patterns = 0;
};

/// Reads one file over loading.policy; `name` gets its metadata.name.
void read_file(Loading& loading, std::string_view text, std::string_view file, std::string& name);

class Reading {
public:
  Reading(Loading& loading, std::string_view text, std::string_view file)
      : loading_(loading), text_(text), file_(file) {}

  Loading& loading() { return loading_; }
  std::string_view text() const { return text_; }

  /// `message` begins with a place or a name; nothing is lost but what exceeds kMaxErrors.
  void error(ByteRange range, std::string message);
  void error(const Field& at, std::string message) { error(at.range(), std::move(message)); }
  void error_at_key(const Field& at, std::string message) { error(at.key_range(), std::move(message)); }
  /// Enough was said: what would only look for more mistakes may stop.
  bool is_full() const { return errors_.size() >= kMaxErrors; }
  std::uint32_t line(const Field& at);
  /// Hands the errors, sorted by position, to loading().
  void finish();

  /// Plain values. `to` changes only where the value is right.
  bool value(const Field& field, const Shape& shape, std::string& to);
  bool value(const Field& field, const Shape& shape, std::int64_t& to);
  bool value(const Field& field, const Shape& shape, bool& to);
  bool value(const Field& field, const Shape& shape, Pattern& to);
  bool value(const Field& field, const Shape& shape, Date& to);
  bool value(const Field& field, const Shape& shape, Action& to);
  template <typename T>
  bool value(const Field& field, const Shape& shape, std::optional<T>& to) {
    T one{};
    const bool good = value(field, shape, one);
    if (good) {
      to = std::move(one);
    }
    return good;
  }

  /// A list of plain values in place of what `to` held.
  template <typename T>
  void replace_list(const Field& field, const Shape& shape, std::vector<T>& to) {
    to.clear();
    for (const Field& item : items(field)) {
      T one{};
      if (value(item, *shape.item, one)) {
        to.push_back(std::move(one));
      }
    }
  }
  /// Likewise beside what `to` held; equal ones once.
  template <typename T>
  void add_list(const Field& field, const Shape& shape, std::vector<T>& to) {
    std::vector<T> more;
    replace_list(field, shape, more);
    std::set<std::string, std::less<>> seen;
    for (const T& one : to) {
      seen.emplace(text_of(one));
    }
    for (T& one : more) {
      if (seen.emplace(text_of(one)).second) {
        to.push_back(std::move(one));
      }
    }
  }

  /// A mapping whose keys are `rows`, read in the order of the rows whatever the file's order.
  template <typename T>
  void mapping(const Field& field, std::span<const Key<T>> rows, T& to, bool other_keys = false) {
    if (!is_mapping(field)) {
      return;
    }
    const auto row_names = [&] {
      std::vector<std::string_view> names;
      for (const Key<T>& row : rows) {
        names.push_back(row.info.name);
      }
      return names;
    };
    for (const Field& child : field.children()) {
      const auto is_it = [&](const Key<T>& row) { return row.info.name == child.key(); };
      if (!other_keys && std::none_of(rows.begin(), rows.end(), is_it)) {
        unknown_key(child, row_names());
      }
    }
    for (const Key<T>& row : rows) {
      const Field child = field[row.info.name];
      if (child) { // null counts as absent, as in Kubernetes: a key whose lines are commented out
        row.read(*this, child, row.info.shape, to);
      } else if (row.info.required) {
        missing_key(field, row.info.name);
      }
    }
  }

  /// The items of a list; reports what is none, and nothing for a list that is too long.
  std::vector<Field> items(const Field& field, std::size_t limit = kMaxItems);
  /// The members of a mapping; reports what is none.
  std::vector<Field> members(const Field& field);
  bool is_mapping(const Field& field);
  /// Reports a text that doesn't fit the form, also for keys.
  bool fits(const Field& at, std::string_view text, const Shape& shape, ByteRange range);

  /// The code of a rule by code (any case) or name; nothing, and an error at `range`, if there is none.
  std::optional<std::string> rule_code(std::string_view name, ByteRange range, bool custom_too);

private:
  static const std::string& text_of(const std::string& text) { return text; }
  static const std::string& text_of(const Pattern& pattern) { return pattern.source(); }

  bool wrong_type(const Field& field, std::string_view wanted);
  bool is_text(const Field& field, std::string_view wanted);
  bool within_values(std::size_t more, const Field& at);
  void unknown_key(const Field& child, const std::vector<std::string_view>& names);
  void missing_key(const Field& field, std::string_view name);

  struct Mistake {
    ByteRange range;
    std::string message;
  };

  Loading& loading_;
  std::string_view text_;
  std::string_view file_;
  std::vector<Mistake> errors_;
  std::optional<LineIndex> lines_;
  std::size_t values_ = 0;
};

/// A text from a file inside a message: in quotes, without control characters, cut where it is long.
std::string quoted(std::string_view text);
/// A field's path likewise, without quotes.
std::string place(const Field& field);
/// `; did you mean "x"?`, or what else can be said about a wrong name.
std::string suggestion(std::string_view wrong, std::span<const std::string_view> names, std::string_view what);

std::optional<Date> parse_date(std::string_view text);
std::string date_text(Date date);

/// Rows' readers for members that hold plain values.
template <typename T>
struct MemberTraits;
template <typename Owner, typename Member>
struct MemberTraits<Member Owner::*> {
  using owner = Owner;
};
template <auto member>
using OwnerOf = typename MemberTraits<decltype(member)>::owner;

template <auto member>
void set(Reading& in, const Field& field, const Shape& shape, OwnerOf<member>& to) {
  in.value(field, shape, to.*member);
}
template <auto member>
void replace_all(Reading& in, const Field& field, const Shape& shape, OwnerOf<member>& to) {
  in.replace_list(field, shape, to.*member);
}
template <auto member>
void add_all(Reading& in, const Field& field, const Shape& shape, OwnerOf<member>& to) {
  in.add_list(field, shape, to.*member);
}
template <auto member, const auto& rows>
void merge(Reading& in, const Field& field, const Shape&, OwnerOf<member>& to) {
  using Member = std::remove_reference_t<decltype(to.*member)>;
  in.mapping(field, std::span<const Key<Member>>(rows), to.*member);
}
/// For keys that others look at.
template <typename T>
void ignore(Reading&, const Field&, const Shape&, T&) {}

} // namespace gpulint::policy_file
