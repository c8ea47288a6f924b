// Table-driven: any object -> its pods, with role, replicas and labels. The only place that looks at kinds.
//
// The table is policies/workloads.yaml (sources of its rows stand there); a policy may add rows of the same form.
#pragma once

#include "rules/document/value.hpp"
#include "rules/workload/object.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint {

namespace workload {
class Rows;
}

/// A mistake in rows that a user wrote: whoever wrote them mends it.
struct WorkloadMistake {
  std::string message;
  ByteRange range; ///< in the text that the rows were read from
};

/// Items in items in Lists, and objects in objects: what lies deeper is left out.
inline constexpr std::size_t kMaxObjectNesting = 16;
/// Levels and nodes of an unknown kind that are searched for the shape of a pod.
inline constexpr std::size_t kMaxSearchDepth = 64;
inline constexpr std::size_t kMaxSearchNodes = 200000;

class WorkloadTable {
public:
  WorkloadTable();
  ~WorkloadTable();
  WorkloadTable(WorkloadTable&&) noexcept;
  WorkloadTable& operator=(WorkloadTable&&) noexcept;

  /// A whole text in the form of policies/workloads.yaml, or a list of rows alone; an error names line and column of
  /// the text and what is wrong ("12:5: unknown key ..."). Kinds that it has no row for are those of builtin().
  static tl::expected<WorkloadTable, std::string> parse(std::string_view yaml);
  /// The same for a list of rows that was read as a part of something else (a policy's spec.workloads). Nothing of the
  /// tree is kept.
  static tl::expected<WorkloadTable, WorkloadMistake> from_rows(const Value& list);
  /// The table built in. Its rows are parsed when they are first needed; it may be used by several threads.
  static const WorkloadTable& builtin();

  /// The objects of one document: the document itself, or the items of a List (also nested); embedded objects
  /// (AppWrapper components, Katib trial specs) follow the object that holds them, and stand in its namespace where
  /// they name none. Items of a list such as DeploymentList may leave out their own apiVersion and kind.
  ///
  /// A kind that has no row is searched for pods by their shape: a `containers` list whose items have name and image.
  /// Whole objects of known kinds inside it (ManifestWork, an OpenShift Template) are read as objects.
  std::pmr::vector<Object> objects(const Field& document, Arena& arena) const;

private:
  std::unique_ptr<workload::Rows> rows_;
};

} // namespace gpulint
