#include "rules/workload/rows.hpp"

#include "rules/document/reader.hpp"
#include "rules/policy/load.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace gpulint::workload {
namespace {

constexpr std::array<std::string_view, 5> kRowKeys = {"apiVersions", "kinds", "exact", "pods", "objects"};
constexpr std::array<std::string_view, 20> kPodKeys = {
    "template", "podSpec",   "inline",   "like",     "at",     "role",      "replicas",
    "default",  "atMost",    "lessOne",  "times",    "daemon", "completes", "validatedAtOnce",
    "partial",  "partialIf", "defaults", "metadata", "spec",   "containers"};
constexpr std::array<std::string_view, 3> kContainerKeys = {"at", "resources", "amounts"};
constexpr std::array<std::string_view, 6> kAmountKeys = {"name", "nameFrom", "limit", "request", "limits", "jvm"};
constexpr std::array<std::string_view, 3> kTableKeys = {"workloads", "builtin", "known"};

/// Reads rows; the first mistake is kept and the rest of the work is of no use then.
class RowReader {
public:
  explicit RowReader(Rows& rows) : rows_(rows) {}

  void read_list(const Value& list) {
    if (!expect(list, Kind::sequence, "a list of rows")) {
      return;
    }
    for (const Value* value : list.items()) {
      Row row = read_row(*value);
      if (mistake) {
        return;
      }
      add_row(std::move(row));
    }
  }

  Row read_row(const Value& value) {
    Row row;
    if (!expect(value, Kind::mapping, "a row with apiVersions and kinds")) {
      return row;
    }
    check_keys(value, kRowKeys, "a row of workloads");
    const Value* api_versions = value.find("apiVersions");
    const Value* kinds = value.find("kinds");
    if (api_versions == nullptr || kinds == nullptr) {
      fail(value.range, std::string("a row needs ") + (kinds == nullptr ? "kinds" : "apiVersions"));
    }
    if (mistake) {
      return row;
    }
    row.api_versions = texts(*api_versions, "a list such as [kubeflow.org/v1]");
    row.kinds = texts(*kinds, "a list such as [PyTorchJob]");
    row.exact = flag(value, "exact", false);
    if (const Value* objects = value.find("objects")) {
      row.objects = paths(*objects);
    }
    if (const Value* pods = value.find("pods"); pods != nullptr && expect(*pods, Kind::sequence, "a list of pods")) {
      for (const Value* pod : pods->items()) {
        read_pod(*pod, row);
      }
    }
    return row;
  }

  /// `builtin` or `known`: group -> kinds.
  void read_groups(const Value& groups, bool builtin) {
    if (!expect(groups, Kind::mapping, "a mapping of API groups to lists of kinds")) {
      return;
    }
    for (const Member& group : groups.members()) {
      const std::string_view name = rows_.keep(group.key);
      for (const std::string_view kind : texts(*group.value, "a list of kinds")) {
        if (kind == "*") {
          rows_.add_whole_group(name);
        } else {
          rows_.add({name, kind, nullptr, builtin});
        }
      }
    }
  }

  void fail(ByteRange range, std::string message) {
    if (!mistake) {
      mistake = Mistake{std::move(message), range};
    }
  }

  void check_keys(const Value& value, std::span<const std::string_view> keys, std::string_view where) {
    for (const Member& member : value.members()) {
      if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) {
        continue;
      }
      std::string message = "unknown key '" + std::string(member.key) + "' in " + std::string(where);
      if (const auto near = nearest_name(member.key, keys)) {
        message += "; did you mean '" + std::string(*near) + "'?";
      } else {
        message += "; known keys are";
        for (const std::string_view key : keys) {
          message += (key == keys.front() ? " " : ", ") + std::string(key);
        }
      }
      fail(member.key_range, std::move(message));
      return;
    }
  }

  bool expect(const Value& value, Kind kind, std::string_view what) {
    if (!value.is(kind)) {
      fail(value.range, "expected " + std::string(what) + ", found " + std::string(kind_word(value)));
    }
    return value.is(kind);
  }

  std::optional<Mistake> mistake;

private:
  std::string_view text(const Value& value, std::string_view what) {
    return expect(value, Kind::string, what) ? rows_.keep(value.text()) : std::string_view();
  }

  /// A text or a list of texts.
  std::vector<std::string_view> texts(const Value& value, std::string_view what) {
    if (value.is(Kind::string)) {
      return {rows_.keep(value.text())};
    }
    std::vector<std::string_view> result;
    if (expect(value, Kind::sequence, what)) {
      for (const Value* item : value.items()) {
        result.push_back(text(*item, "a string"));
      }
    }
    return result;
  }

  bool flag(const Value& row, std::string_view key, bool otherwise) {
    const Value* value = row.find(key);
    if (value == nullptr) {
      return otherwise;
    }
    return expect(*value, Kind::boolean, "true or false") && value->boolean;
  }

  Path path(const Value& value) {
    if (!expect(value, Kind::string, "a path such as spec.template")) {
      return {};
    }
    auto steps = parse_path(value.text(), rows_);
    if (!steps) {
      fail(value.range, steps.error());
      return {};
    }
    return std::move(*steps);
  }

  std::vector<Path> paths(const Value& value) {
    std::vector<Path> result;
    if (value.is(Kind::sequence)) {
      for (const Value* item : value.items()) {
        result.push_back(path(*item));
      }
    } else {
      result.push_back(path(value));
    }
    return result;
  }

  /// A path below the pod has no choices to make: keys only, except where lists of containers are met.
  Path keys_only(const Value& value) {
    Path result = path(value);
    if (std::any_of(result.begin(), result.end(), [](const Step& step) { return step.what != Step::What::key; })) {
      fail(value.range, "[] and * can't stand here: this path starts at the pod and leads to one value");
    }
    return result;
  }

  BoundPath bind(const Path& full, const Path& pod_path, ByteRange range) {
    BoundPath bound;
    bound.given = true;
    const std::size_t most = std::min(full.size(), pod_path.size());
    while (bound.shared < most && full[bound.shared] == pod_path[bound.shared]) {
      ++bound.shared;
    }
    bound.rest.assign(full.begin() + static_cast<std::ptrdiff_t>(bound.shared), full.end());
    if (std::any_of(bound.rest.begin(), bound.rest.end(),
                    [](const Step& step) { return step.what != Step::What::key; })) {
      fail(range, "the [] and * of this path must be those of the pod's own path");
    }
    return bound;
  }

  BoundPath bound(const Value& value, const Path& pod_path) { return bind(path(value), pod_path, value.range); }

  std::vector<BoundPath> bounds(const Value& value, const Path& pod_path) {
    std::vector<BoundPath> result;
    for (const Path& full : paths(value)) {
      result.push_back(bind(full, pod_path, value.range));
    }
    return result;
  }

  void add_row(Row&& row) {
    StoredRow& stored = rows_.store({});
    stored.row = std::move(row);
    stored.made = true;
    for (const std::string_view api_version : stored.row.api_versions) {
      for (const std::string_view kind : stored.row.kinds) {
        rows_.add({group_of(api_version), kind, &stored, false});
      }
    }
  }

  void read_pod(const Value& value, Row& row) {
    if (mistake || !expect(value, Kind::mapping, "a mapping that says where the pod is")) {
      return;
    }
    check_keys(value, kPodKeys, "an entry of pods");
    const Value* forms[] = {value.find("template"), value.find("podSpec"), value.find("inline"), value.find("like")};
    if (std::count(std::begin(forms), std::end(forms), nullptr) != 3) {
      fail(value.range, "an entry of pods has exactly one of template, podSpec, inline and like");
    }
    if (mistake) {
      return;
    }
    if (forms[3] != nullptr) {
      read_like(value, *forms[3], row);
      return;
    }
    PodRow pod;
    for (std::size_t form = 0; form < 3; ++form) {
      if (forms[form] != nullptr) {
        pod.form = static_cast<PodForm>(form);
        pod.path = path(*forms[form]);
      }
    }
    read_details(value, pod);
    row.pods.push_back(std::move(pod));
  }

  /// Everything but the pod's own path.
  void read_details(const Value& value, PodRow& pod) {
    read_role(value, pod);
    read_replicas(value, pod);
    pod.daemon = flag(value, "daemon", pod.daemon);
    pod.completes = flag(value, "completes", pod.completes);
    pod.validated_at_once = flag(value, "validatedAtOnce", pod.validated_at_once);
    pod.partial = flag(value, "partial", pod.partial);
    if (const Value* found = value.find("partialIf")) {
      pod.partial_if = bounds(*found, pod.path);
    }
    if (const Value* found = value.find("defaults")) {
      pod.defaults = bound(*found, pod.path);
    }
    if (const Value* found = value.find("metadata")) {
      pod.has_metadata = true;
      pod.metadata = keys_only(*found);
    }
    if (const Value* found = value.find("spec")) {
      pod.has_spec = true;
      pod.spec = keys_only(*found);
    }
    if (const Value* found = value.find("containers");
        found != nullptr && expect(*found, Kind::sequence, "a list of containers")) {
      for (const Value* container : found->items()) {
        pod.containers.push_back(read_container(*container));
      }
    }
  }

  void read_role(const Value& value, PodRow& pod) {
    const Value* role = value.find("role");
    if (role == nullptr) {
      return;
    }
    const std::string_view word = text(*role, "a word, \"*\" or a path");
    pod.role = {};
    pod.role_step = 0;
    pod.role_from = {};
    if (word == "*") {
      for (std::size_t step = 0; step < pod.path.size(); ++step) {
        pod.role_step = pod.path[step].what == Step::What::every_value ? step + 1 : pod.role_step;
      }
      if (pod.role_step == 0) {
        fail(role->range, "role \"*\" takes the key that a * of the pod's path met, and the path has no *");
      }
    } else if (word.find('.') != std::string_view::npos) {
      pod.role_from = bound(*role, pod.path);
    } else {
      pod.role = word;
    }
  }

  void read_replicas(const Value& value, PodRow& pod) {
    if (const Value* found = value.find("replicas")) {
      pod.replicas_unknown = found->text() == "none";
      pod.replicas = pod.replicas_unknown ? std::vector<BoundPath>() : bounds(*found, pod.path);
    }
    if (const Value* found = value.find("default"); found != nullptr && expect(*found, Kind::integer, "a number")) {
      pod.first_default = found->integer;
    }
    if (const Value* found = value.find("atMost")) {
      pod.at_most = bound(*found, pod.path);
    }
    if (const Value* found = value.find("lessOne")) {
      pod.less_one = bound(*found, pod.path);
    }
  }

  ContainerRow read_container(const Value& value) {
    ContainerRow row;
    row.resources = {{Step::What::key, "resources"}};
    if (value.is(Kind::string)) {
      row.at = path(value);
      return row;
    }
    if (!expect(value, Kind::mapping, "a path, or a mapping with at")) {
      return row;
    }
    check_keys(value, kContainerKeys, "an entry of containers");
    if (const Value* found = value.find("at")) {
      row.at = path(*found);
    }
    if (const Value* found = value.find("resources")) {
      row.resources = keys_only(*found);
    }
    if (const Value* found = value.find("amounts"); found != nullptr && expect(*found, Kind::sequence, "a list")) {
      for (const Value* amount : found->items()) {
        row.amounts.push_back(read_amount(*amount));
      }
    }
    return row;
  }

  AmountRow read_amount(const Value& value) {
    AmountRow row;
    if (!expect(value, Kind::mapping, "a mapping with name and limit")) {
      return row;
    }
    check_keys(value, kAmountKeys, "an entry of amounts");
    row.jvm = flag(value, "jvm", false);
    if (const Value* found = value.find("name")) {
      row.name = text(*found, "a resource name");
    }
    if (const Value* found = value.find("nameFrom")) {
      row.name_from = keys_only(*found);
    }
    if (const Value* found = value.find("limit")) {
      row.limit = paths(*found);
    }
    if (const Value* found = value.find("request")) {
      row.request = paths(*found);
    }
    if (const Value* found = value.find("limits")) {
      row.limits = keys_only(*found);
    }
    return row;
  }

  const Row* find_like(std::string_view wanted) const {
    const std::size_t slash = wanted.find('/');
    const std::string_view group = slash == std::string_view::npos ? std::string_view() : wanted.substr(0, slash);
    const std::string_view kind = slash == std::string_view::npos ? wanted : wanted.substr(slash + 1);
    const Row* own = rows_.find_unlocked(group, kind);
    return own != nullptr || rows_.fallback == nullptr ? own : rows_.fallback->find_locked(group, kind);
  }

  void read_like(const Value& value, const Value& like, Row& row) {
    const Row* other = find_like(like.text());
    const Value* at = value.find("at");
    if (other == nullptr) {
      fail(like.range, "like names the group and kind of an earlier row, such as batch/Job; there is no row for '" +
                           scalar_text(like) + "'");
    } else if (at == nullptr) {
      fail(value.range, "like needs at: the path where the spec of that kind stands");
    }
    if (mistake) {
      return;
    }
    if (row.pods.size() + other->pods.size() > kMaxPodRows) {
      fail(like.range, "the row has more than " + std::to_string(kMaxPodRows) + " entries of pods");
      return;
    }
    const Path base = path(*at);
    for (const PodRow& model : other->pods) {
      PodRow pod = moved(model, base, like.range);
      if (const Value* times = value.find("times")) {
        std::vector<BoundPath> factors = bounds(*times, pod.path);
        factors.insert(factors.end(), pod.replicas.begin(), pod.replicas.end());
        pod.replicas = std::move(factors);
      }
      read_details(value, pod);
      row.pods.push_back(std::move(pod));
    }
  }

  /// `full` with its leading `spec` replaced by `base`.
  Path moved_path(const Path& full, const Path& base, ByteRange range) {
    if (full.empty() || full.front() != Step{Step::What::key, "spec"}) {
      fail(range, "the pods of that kind aren't below spec, so that another kind can't be like it");
      return {};
    }
    Path result = base;
    result.insert(result.end(), full.begin() + 1, full.end());
    if (result.size() > kMaxSteps) {
      fail(range, "the path to the pods has too many steps");
    }
    return result;
  }

  PodRow moved(const PodRow& model, const Path& base, ByteRange range) {
    PodRow pod = model;
    pod.path = moved_path(model.path, base, range);
    const auto move = [&](BoundPath& bound_path) {
      if (!bound_path.given) {
        return;
      }
      Path full(model.path.begin(), model.path.begin() + static_cast<std::ptrdiff_t>(bound_path.shared));
      full.insert(full.end(), bound_path.rest.begin(), bound_path.rest.end());
      bound_path = bind(moved_path(full, base, range), pod.path, range);
    };
    move(pod.role_from);
    move(pod.at_most);
    move(pod.less_one);
    move(pod.defaults);
    std::for_each(pod.replicas.begin(), pod.replicas.end(), move);
    std::for_each(pod.partial_if.begin(), pod.partial_if.end(), move);
    if (pod.role_step != 0) {
      pod.role_step += base.size() - 1;
    }
    return pod;
  }

  Rows& rows_;
};

} // namespace

tl::expected<void, Mistake> read_rows(const Value& list, Rows& rows) {
  RowReader reader(rows);
  reader.read_list(list);
  if (rows.size() > kMaxEntries) {
    reader.fail(list.range, "too many kinds in one table");
  }
  if (reader.mistake) {
    return tl::unexpected(std::move(*reader.mistake));
  }
  rows.index();
  return {};
}

tl::expected<void, Mistake> read_table(const Value& root, Rows& rows) {
  RowReader reader(rows);
  reader.check_keys(root, kTableKeys, "a workload table");
  if (const Value* list = root.find("workloads"); list != nullptr && !reader.mistake) {
    reader.read_list(*list);
  }
  for (const std::string_view key : {std::string_view("builtin"), std::string_view("known")}) {
    if (const Value* groups = root.find(key); groups != nullptr && !reader.mistake) {
      reader.read_groups(*groups, key == "builtin");
    }
  }
  if (!reader.mistake && rows.size() > kMaxEntries) {
    reader.fail(root.range, "too many kinds in one table");
  }
  if (reader.mistake) {
    return tl::unexpected(std::move(*reader.mistake));
  }
  rows.index();
  return {};
}

tl::expected<Row, Mistake> read_row_text(std::string_view yaml, Rows& rows) {
  DocumentStream stream(yaml);
  const auto document = stream.next();
  if (!document || !*document) {
    return tl::unexpected(Mistake{"the row is not YAML", {}});
  }
  RowReader reader(rows);
  Row row = reader.read_row(*(*document)->root);
  if (reader.mistake) {
    return tl::unexpected(std::move(*reader.mistake));
  }
  return row;
}

} // namespace gpulint::workload
