// The fields that Kubernetes knows, with the types of their values: what the API server's strict decoding refuses.
//
// The table (policies/kubernetes-fields.txt) is made from Kubernetes' Go types. The verdict is that of
// sigs.k8s.io/json's strict decoding, which the API server uses for fieldValidation=Strict (kubectl's default): names
// are case-sensitive, null stands for every type, a number is never taken for a string or a string for a number.
#pragma once

#include "rules/document/field.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint {

/// The release whose types the table holds.
inline constexpr std::string_view kKubernetesVersion = "1.36";
/// Problems kept for one object; the rest is dropped.
inline constexpr std::size_t kMaxFieldProblems = 200;

enum class FieldProblemKind : std::uint8_t {
  unknown,   ///< the type that stands there has no such field
  wrong_type ///< the field is known, its value isn't one that it can hold
};

struct FieldProblem {
  FieldProblemKind kind{};
  Field at;
  std::string_view owner; ///< the type that should hold the field: "PodSpec"; empty inside of lists and maps of values
  std::string_view expected;       ///< wrong_type: the type as the table writes it ("string", "[]Toleration")
  std::vector<std::string> places; ///< unknown: full paths where Kubernetes has this field, the likeliest first
  std::string_view similar;        ///< unknown: a field of `owner` that was probably meant; empty: none is near
};

/// "a string", "a whole number", "a list of mappings" for a type as the table writes it.
std::string type_in_words(std::string_view type);

/// Safe to share between threads. Types are parsed when they are first met.
class FieldTable {
public:
  /// policies/kubernetes-fields.txt.
  static const FieldTable& builtin();

  /// Lines `kind <apiVersion> <Kind> <Type>`, and blocks of a line `type <Type>` and indented lines `<field> <type>`;
  /// `#` begins a comment line. The text must outlive the table.
  explicit FieldTable(std::string_view text);
  ~FieldTable();
  FieldTable(const FieldTable&) = delete;
  FieldTable& operator=(const FieldTable&) = delete;

  std::string_view text() const { return text_; }

  /// The type of a built-in kind; empty for every other kind.
  std::string_view type_of(std::string_view api_version, std::string_view kind) const;
  bool has_type(std::string_view type) const;
  bool has_field(std::string_view type, std::string_view field) const;

  /// Adds every problem of the value at `at`, read as `type`, to `problems`, in document order. A type that the table
  /// lacks has no problems.
  void check(const Field& at, std::string_view type, std::vector<FieldProblem>& problems) const;

private:
  struct Tables;
  std::string_view text_;
  std::unique_ptr<Tables> tables_;
};

} // namespace gpulint
