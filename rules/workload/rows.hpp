// The workload table as it is in memory: rows of policies/workloads.yaml (its head explains the form), made once.
#pragma once

#include "rules/document/value.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory_resource>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint::workload {

/// Steps of one path, `[]` and `*` included. Above it a path is refused: walks keep one Field for each step.
inline constexpr std::size_t kMaxSteps = 24;

/// Pairs of group and kind in one table: slots of the index hold 16 bits.
inline constexpr std::size_t kMaxEntries = 20000;

/// Entries of pods in one row: rows like rows with several could double without end.
inline constexpr std::size_t kMaxPodRows = 1000;

struct Step {
  enum class What : std::uint8_t { key, every_item, every_value };

  What what = What::key;
  std::string_view key;

  bool operator==(const Step&) const = default;
};

using Path = std::vector<Step>;

/// A path that starts at the object and meets the same `[]` and `*` as the path of its pod: the first `shared` steps
/// are those of the pod's path, the rest are keys.
struct BoundPath {
  bool given = false;
  std::size_t shared = 0;
  Path rest;
};

/// One amount of a container whose resources aren't written as limits and requests.
struct AmountRow {
  std::string_view name;
  Path name_from;
  std::vector<Path> limit;
  std::vector<Path> request;
  Path limits; ///< a mapping of names to amounts
  bool jvm = false;
};

struct ContainerRow {
  Path at; ///< from the pod's base; empty for the base itself
  Path resources;
  std::vector<AmountRow> amounts;
};

enum class PodForm : std::uint8_t { pod_template, pod_spec, inline_fields };

struct PodRow {
  PodForm form = PodForm::pod_template;
  Path path;
  bool has_spec = false;
  Path spec;
  bool has_metadata = false;
  Path metadata;
  std::string_view role;
  std::size_t role_step = 0; ///< of the `*` whose key is the role, plus one; 0: none
  BoundPath role_from;
  bool replicas_unknown = false;
  std::vector<BoundPath> replicas;
  std::int64_t first_default = 1;
  BoundPath at_most;
  BoundPath less_one;
  BoundPath defaults;
  std::vector<BoundPath> partial_if;
  std::vector<ContainerRow> containers;
  bool daemon = false;
  bool completes = false;
  bool validated_at_once = false;
  bool partial = false;
};

struct Row {
  std::vector<std::string_view> api_versions;
  std::vector<std::string_view> kinds;
  bool exact = false; ///< only these versions
  std::vector<PodRow> pods;
  std::vector<Path> objects;
};

/// A mistake in the text of a table.
struct Mistake {
  std::string message;
  ByteRange range;
};

/// A row, made when it is first asked for where its text is known to be right: a run over one file needs few of them.
struct StoredRow {
  explicit StoredRow(std::string_view source) : text(source) {}

  std::string_view text; ///< of the row in policies/workloads.yaml; empty for rows that were made at once
  Row row;
  std::atomic<bool> made = false;
};

/// The rows and kinds of one table. Texts are kept in `arena`. May be used by several threads once it is made.
class Rows {
public:
  struct Entry {
    std::string_view group;
    std::string_view kind;
    StoredRow* row = nullptr; ///< nullptr: known without pods
    bool builtin = false;
  };
  struct Found {
    const Row* row = nullptr;
    bool known = false;
    bool builtin = false;
  };

  explicit Rows(const Rows* asked_next = nullptr) : fallback(asked_next) {}

  std::string_view keep(std::string_view text);
  void add(const Entry& entry) { entries_.push_back(entry); }
  void add_whole_group(std::string_view group) { whole_groups_.push_back(group); }
  StoredRow& store(std::string_view text) { return rows_.emplace_back(text); }
  std::size_t size() const { return entries_.size(); }
  /// To be called when everything is added.
  void index();

  /// What this table and the one it falls back to say of a kind.
  Found find(std::string_view api_version, std::string_view kind) const;
  /// The row of exactly this group and kind, here only; nullptr if there is none. The caller holds the table's lock, or
  /// is the only one who knows the table.
  const Row* find_unlocked(std::string_view group, std::string_view kind) const;
  const Row* find_locked(std::string_view group, std::string_view kind) const;

  const Rows* const fallback; ///< asked for kinds that aren't here

private:
  Found find_here(std::string_view api_version, std::string_view kind) const;
  const Row& get(StoredRow& row) const;
  const Row& make(StoredRow& row) const;

  mutable std::pmr::monotonic_buffer_resource arena_;
  mutable std::mutex lock_;
  std::deque<StoredRow> rows_;
  std::vector<Entry> entries_;
  std::vector<std::string_view> whole_groups_; ///< sorted: every kind is known
  std::vector<std::uint16_t> slots_;           ///< hash of the kind -> entry + 1; probed linearly
};

/// The group of an apiVersion: "apps" of "apps/v1", "" of "v1".
std::string_view group_of(std::string_view api_version);

/// Adds the rows of `list` (a sequence of rows) to `rows`; the first mistake ends it.
tl::expected<void, Mistake> read_rows(const Value& list, Rows& rows);

/// Adds everything of a table's text (`workloads`, `builtin`, `known`).
tl::expected<void, Mistake> read_table(const Value& root, Rows& rows);

/// One row from its text: a mapping in YAML.
tl::expected<Row, Mistake> read_row_text(std::string_view yaml, Rows& rows);

/// Adds everything of policies/workloads.yaml without parsing it: only the names of groups and kinds are taken, by the
/// form that this file keeps to (rows begin with "- " in the first column, lists of names are in brackets). `text` must
/// outlive the rows.
void index_builtin(std::string_view text, Rows& rows);

/// "spec.tasks[].template" -> steps; the error says what is wrong with the text.
tl::expected<Path, std::string> parse_path(std::string_view text, Rows& rows);

} // namespace gpulint::workload
