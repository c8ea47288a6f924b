#include "rules/workload/workloads.hpp"

#include "policies/embedded.hpp"
#include "rules/document/reader.hpp"
#include "rules/document/source.hpp"
#include "rules/workload/extract.hpp"
#include "rules/workload/rows.hpp"
#include "rules/workload/structural.hpp"

namespace gpulint {
namespace {

using workload::Rows;

std::string placed(std::string_view text, std::size_t offset, std::string_view message) {
  const Position position = LineIndex(text).position(static_cast<std::uint32_t>(offset));
  return std::to_string(position.line) + ":" + std::to_string(position.column) + ": " + std::string(message);
}

/// What makes a document of a text: a list alone gets the key that it would stand under.
std::string_view key_before_list(std::string_view yaml) {
  std::size_t begin = 0;
  while ((begin = yaml.find_first_not_of(" \r\n", begin)) != std::string_view::npos && yaml[begin] == '#') {
    begin = yaml.find('\n', begin);
  }
  if (begin == std::string_view::npos) {
    return {};
  }
  return yaml[begin] == '[' ? "workloads: " : yaml.substr(begin).starts_with("- ") ? "workloads:\n" : "";
}

tl::expected<std::unique_ptr<Rows>, std::string> read_text(std::string_view yaml, const Rows& fallback) {
  const std::string_view key = key_before_list(yaml);
  const std::string text = std::string(key) + std::string(yaml);
  const auto wrong = [&](ByteRange range, std::string_view message) {
    return tl::unexpected(placed(yaml, range.begin < key.size() ? 0 : range.begin - key.size(), message));
  };
  DocumentStream stream(text);
  const auto document = stream.next();
  if (!document) {
    return wrong({}, "the text is empty");
  }
  if (!*document) {
    return wrong(document->error().range, document->error().message);
  }
  auto rows = std::make_unique<Rows>(&fallback);
  if (auto read = workload::read_table(*(*document)->root, *rows); !read) {
    return wrong(read.error().range, read.error().message);
  }
  return rows;
}

/// Turns a document into objects.
class Collector {
public:
  Collector(const Rows& rows, Arena& arena) : objects(&arena), rows_(rows), arena_(arena) {}

  /// What an item takes from the list or the object that holds it, where it doesn't say so itself.
  struct Inherited {
    std::string_view api_version;
    std::string_view kind;
    std::string_view namespace_;
    std::size_t nesting = 0;
  };

  void add(const Field& root, const Inherited& inherited) {
    if (!root.is(Kind::mapping)) {
      return;
    }
    std::string_view api_version = root["apiVersion"].text();
    std::string_view kind = root["kind"].text();
    api_version = api_version.empty() ? inherited.api_version : api_version;
    kind = kind.empty() ? inherited.kind : kind;
    if (kind.ends_with("List")) {
      if (const Field items = root["items"]; items.is(Kind::sequence)) {
        // apimachinery's unstructured lists: items without a kind of their own have that of the list.
        const std::string_view item_kind = kind.substr(0, kind.size() - 4);
        add_items(items, {item_kind.empty() ? std::string_view() : api_version, item_kind, {}, inherited.nesting + 1});
        return;
      }
    }
    add_object(root, api_version, kind, inherited);
  }

  std::pmr::vector<Object> objects;

private:
  void add_items(const Field& items, const Inherited& inherited) {
    if (inherited.nesting > kMaxObjectNesting) {
      return;
    }
    if (objects.empty()) {
      objects.reserve(items.size());
    }
    for (const Field item : items.children()) {
      add(item, inherited);
    }
  }

  void add_object(const Field& root, std::string_view api_version, std::string_view kind, const Inherited& inherited) {
    Object object{.root = root,
                  .api_version = api_version,
                  .kind = kind,
                  .name = {},
                  .namespace_ = {},
                  .metadata = root["metadata"],
                  .pods = std::pmr::vector<Pod>(&arena_)};
    object.name = object.metadata["name"].text();
    if (object.name.empty()) {
      object.name = object.metadata["generateName"].text();
    }
    object.namespace_ = object.metadata["namespace"].text();
    if (object.namespace_.empty()) {
      object.namespace_ = inherited.namespace_;
    }
    const Rows::Found found = rows_.find(api_version, kind);
    object.is_builtin = found.builtin;
    object.knowledge = found.known ? KindKnowledge::known : KindKnowledge::unknown;
    std::vector<Field> embedded;
    if (found.row != nullptr) {
      workload::add_pods(*found.row, object, arena_);
      for (const workload::Path& path : found.row->objects) {
        workload::visit_places(root, path.data(), path.data() + path.size(),
                               [&](const Field& place) { embedded.push_back(place); });
      }
    } else if (!found.known && !api_version.empty() && !kind.empty()) {
      embedded = search(object);
    }
    const Inherited inner{{}, {}, object.namespace_, inherited.nesting + 1};
    objects.push_back(std::move(object));
    if (inner.nesting <= kMaxObjectNesting) {
      for (const Field& place : embedded) {
        add(place, inner);
      }
    }
  }

  std::vector<Field> search(Object& object) {
    workload::Shapes shapes = workload::find_shapes(object, arena_);
    object.is_patch = workload::has_patch_directive(object.root);
    for (Pod& pod : object.pods) {
      pod.partial = object.is_patch;
    }
    if (shapes.pods > 0) {
      object.knowledge = KindKnowledge::structural;
    }
    return std::move(shapes.objects);
  }

  const Rows& rows_;
  Arena& arena_;
};

} // namespace

WorkloadTable::WorkloadTable() : rows_(std::make_unique<Rows>()) {
  rows_->index();
}
WorkloadTable::~WorkloadTable() = default;
WorkloadTable::WorkloadTable(WorkloadTable&&) noexcept = default;
WorkloadTable& WorkloadTable::operator=(WorkloadTable&&) noexcept = default;

tl::expected<WorkloadTable, std::string> WorkloadTable::parse(std::string_view yaml) {
  auto rows = read_text(yaml, *builtin().rows_);
  if (!rows) {
    return tl::unexpected(std::move(rows.error()));
  }
  WorkloadTable table;
  table.rows_ = std::move(*rows);
  return table;
}

tl::expected<WorkloadTable, WorkloadMistake> WorkloadTable::from_rows(const Value& list) {
  WorkloadTable table;
  table.rows_ = std::make_unique<Rows>(builtin().rows_.get());
  if (auto read = workload::read_rows(list, *table.rows_); !read) {
    return tl::unexpected(WorkloadMistake{std::move(read.error().message), read.error().range});
  }
  return table;
}

const WorkloadTable& WorkloadTable::builtin() {
  static const WorkloadTable table = [] {
    WorkloadTable made;
    made.rows_ = std::make_unique<Rows>();
    workload::index_builtin(embedded_file("workloads.yaml"), *made.rows_);
    return made;
  }();
  return table;
}

std::pmr::vector<Object> WorkloadTable::objects(const Field& document, Arena& arena) const {
  Collector collector(*rows_, arena);
  collector.add(document, {});
  return std::move(collector.objects);
}

} // namespace gpulint
