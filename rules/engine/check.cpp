#include "rules/engine/check.hpp"

#include "rules/engine/suppressions.hpp"
#include "rules/engine/unreadable.hpp"
#include "rules/policy/custom.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace gpulint {
namespace {

/// Codes of the findings that the run itself makes (rules/catalogue/reading/).
constexpr std::string_view kUnknownSuppression = "GPU750";
constexpr std::string_view kUnusedSuppression = "GPU751";

/// One rule that is on, with its action and the setting that the policy has for it.
struct ActiveRule {
  std::string_view code;
  std::string_view name;
  std::string_view help;
  Action action = Action::warn;
  const RuleSetting* setting = nullptr; // nullptr: the policy says nothing
  const Rule* rule = nullptr;           // one of these two
  const CustomRule* custom = nullptr;
};

std::string object_text(std::string_view text) {
  return std::string(text.substr(0, 400));
}

} // namespace

std::string_view name_of(InputErrorCode code) {
  switch (code) {
  case InputErrorCode::unreadable:
    return "unreadable";
  case InputErrorCode::malformed:
    return "malformed";
  case InputErrorCode::too_large:
    return "too-large";
  case InputErrorCode::bad_policy:
    return "bad-policy";
  }
  return "";
}

struct Checker::State {
  const Registry& registry;
  std::shared_ptr<const Policy> policy;
  CheckOptions options;
  std::vector<ActiveRule> pod_rules;
  std::vector<ActiveRule> object_rules;
  std::vector<ActiveRule> document_rules;
  std::vector<ActiveRule> engine_rules;
  std::vector<ActiveRule> custom_rules;

  bool wanted(std::string_view code) const {
    const auto selects = [&](const std::string& selector) {
      const auto codes = SuppressibleRules{registry, *policy}.select(selector);
      return std::find(codes.begin(), codes.end(), code) != codes.end();
    };
    const bool selected = options.select.empty() || std::any_of(options.select.begin(), options.select.end(), selects);
    return selected && std::none_of(options.ignore.begin(), options.ignore.end(), selects);
  }

  void activate(const Rule& rule) {
    const auto found = policy->rules.find(rule.info.code);
    ActiveRule active{rule.info.code, rule.info.name, rule.info.help, rule.info.action, nullptr, &rule, nullptr};
    if (found != policy->rules.end()) {
      active.setting = &found->second;
      active.action = found->second.action.value_or(rule.info.action);
    }
    if (active.action == Action::off || !wanted(rule.info.code)) {
      return;
    }
    auto& list = rule.by_engine                 ? engine_rules
                 : rule.check_pod != nullptr    ? pod_rules
                 : rule.check_object != nullptr ? object_rules
                                                : document_rules;
    list.push_back(active);
  }

  void activate(const CustomRule& custom) {
    if (custom.action != Action::off && wanted(custom.id)) {
      custom_rules.push_back({custom.id, custom.name, custom.help, custom.action, nullptr, nullptr, &custom});
    }
  }

  const ActiveRule* engine_rule(std::string_view code) const {
    const auto found = std::find_if(engine_rules.begin(), engine_rules.end(),
                                    [&](const ActiveRule& rule) { return rule.code == code; });
    return found == engine_rules.end() ? nullptr : &*found;
  }

  bool is_active(std::string_view code) const {
    for (const auto* list : {&pod_rules, &object_rules, &document_rules, &engine_rules, &custom_rules}) {
      if (std::any_of(list->begin(), list->end(), [&](const ActiveRule& rule) { return rule.code == code; })) {
        return true;
      }
    }
    return false;
  }
};

namespace {

/// One run over one text.
template <typename State>
class Run {
public:
  Run(const State& state, const Utf8Text& text)
      : state_(state), utf8_(text), text_(text.text), environment_{*state.policy, AcceleratorTable::builtin()} {}

  FileResult check() {
    bool replaced_bytes = !utf8_.replaced.empty();
    const SuppressibleRules known{state_.registry, *state_.policy};
    if (state_.options.suppressions) {
      suppressions_ = find_comments(text_, known);
    }
    DocumentStream stream(text_);
    while (auto next = stream.next()) {
      if (!next->has_value()) {
        unreadable(next->error());
        continue;
      }
      Document& document = next->value();
      if (replaced_bytes) {
        const std::uint32_t behind = utf8_.replaced.front().first;
        document.notes.push_back({ReadingDifference::replaced_bytes, {behind - 3, behind}, {}, nullptr, {}, 0});
        replaced_bytes = false;
      }
      check_document(document, stream.arena());
    }
    suppress();
    report_suppressions();
    std::stable_sort(result_.findings.begin(), result_.findings.end(), [](const Finding& a, const Finding& b) {
      return std::tie(a.start.byte, a.code, a.path, a.message) < std::tie(b.start.byte, b.code, b.path, b.message);
    });
    const auto same = [](const Finding& a, const Finding& b) {
      return std::tie(a.start.byte, a.end.byte, a.code, a.path, a.message, a.object.name) ==
             std::tie(b.start.byte, b.end.byte, b.code, b.path, b.message, b.object.name);
    };
    result_.findings.erase(std::unique(result_.findings.begin(), result_.findings.end(), same), result_.findings.end());
    return std::move(result_);
  }

private:
  const LineIndex& lines() {
    if (!lines_) {
      lines_.emplace(text_);
    }
    return *lines_;
  }

  // Bytes count in the file as it is, lines and columns in its text.
  Position position(std::uint32_t byte) {
    Position out = lines().position(byte);
    out.byte = utf8_.original_offset(out.byte);
    return out;
  }

  // Says what a text is instead of calling it an error.
  void tell(const UnreadableKind& kind) {
    if (const ActiveRule* rule = state_.engine_rule(kind.code)) {
      Report report;
      report.add_range(kind.range, "", kind.message);
      take(report, *rule, nullptr, {}, 0);
    }
  }

  void unreadable(const ReadError& error) {
    if (error.code == ReadErrorCode::json_patch) {
      tell(*explain_unreadable(error, text_));
      return;
    }
    if (!searched_template_ && may_be_template(error.code)) {
      searched_template_ = true; // once a text, however many of its documents can't be read
      template_ = explain_unreadable(error, text_);
      if (template_) {
        tell(*template_);
      }
    }
    if (template_ && may_be_template(error.code)) {
      return;
    }
    InputError out;
    out.code = error.code == ReadErrorCode::too_large ? InputErrorCode::too_large : InputErrorCode::malformed;
    out.message = error.message;
    if (text_.size() <= kMaxTextBytes) {
      out.has_position = true;
      out.start = position(error.range.begin);
      out.end = position(std::max(error.range.begin, error.range.end));
      out.excerpt = lines().excerpt(lines().position(error.range.begin), kMaxExcerpt, out.excerpt_column);
    }
    result_.errors.push_back(std::move(out));
  }

  void check_document(const Document& document, Arena& arena) {
    if (!suppressions_.empty()) {
      drop_quoted(suppressions_, *document.root);
    }
    const Field root = Field::root(*document.root, arena);
    const WorkloadTable& table = state_.policy->workloads ? *state_.policy->workloads : WorkloadTable::builtin();
    const std::pmr::vector<Object> objects = table.objects(root, arena);
    document_ = static_cast<std::uint32_t>(document.index);
    for (const Object& object : objects) {
      check_object(object);
    }
    const DocumentContext context{document, root, objects, text_};
    for (const ActiveRule& rule : state_.document_rules) {
      Report report;
      rule.rule->check_document(context, report);
      for (RawFinding& raw : report.findings()) {
        const Object* object = object_at(objects, raw.range);
        Report one;
        one.findings().push_back(std::move(raw));
        take(one, rule, object, {}, document_);
      }
    }
  }

  // The item of a List that holds the place, else the document's only object.
  static const Object* object_at(const std::pmr::vector<Object>& objects, ByteRange range) {
    const auto found = std::find_if(objects.begin(), objects.end(),
                                    [&](const Object& object) { return object.root.range().contains(range.begin); });
    return found != objects.end() ? &*found : objects.size() == 1 ? &objects.front() : nullptr;
  }

  void check_object(const Object& object) {
    result_.objects += 1;
    result_.pods += object.pods.size();
    if (state_.options.suppressions) {
      add_annotations(object);
    }
    std::vector<PodAccelerators> accelerators;
    accelerators.reserve(object.pods.size());
    for (const Pod& pod : object.pods) {
      accelerators.push_back(find_accelerators(pod, *state_.policy, environment_.accelerators));
    }
    Report report;
    for (const ActiveRule& rule : state_.object_rules) {
      rule.rule->check_object({object, environment_}, report);
      take(report, rule, &object, accelerators, document_);
    }
    for (std::size_t i = 0; i < object.pods.size(); ++i) {
      const PodContext context{object.pods[i], object, accelerators[i], environment_};
      for (const ActiveRule& rule : state_.pod_rules) {
        rule.rule->check_pod(context, report);
        if (!report.findings().empty()) {
          take(report, rule, &object, accelerators, document_);
        }
      }
    }
    for (const ActiveRule& rule : state_.custom_rules) {
      evaluate(*rule.custom, object, accelerators, report);
      take(report, rule, &object, accelerators, document_);
    }
  }

  void add_annotations(const Object& object) {
    const SuppressibleRules known{state_.registry, *state_.policy};
    const auto add = [&](const Field& holder, const Field& annotations) {
      const Field annotation = annotations[kIgnoreAnnotation];
      if (annotation.is(Kind::string)) {
        suppressions_.push_back(from_annotation(*annotation.value(), holder.whole_range(), known));
      }
    };
    if (!object.metadata) {
      for (const Pod& pod : object.pods) {
        add(pod.base, pod.annotations);
      }
      return;
    }
    const Field own = object.metadata["annotations"];
    add(object.root, own);
    for (const Pod& pod : object.pods) {
      if (pod.annotations.value() != own.value()) {
        add(pod.base, pod.annotations);
      }
    }
  }

  // Policy, exceptions and suppressions decide what of a report is shown, and how.
  void take(Report& report, const ActiveRule& rule, const Object* object,
            const std::vector<PodAccelerators>& accelerators, std::uint32_t document) {
    for (RawFinding& raw : report.findings()) {
      const Action action = std::min(rule.action, raw.at_most);
      if (action == Action::off || is_excepted(rule, object, accelerators)) {
        continue;
      }
      Finding finding;
      finding.code = rule.code;
      finding.rule = rule.name;
      finding.action = action;
      finding.severity = severity_of(action);
      finding.message = std::move(raw.message);
      finding.help = raw.help.empty() ? std::string(rule.help) : std::move(raw.help);
      finding.document = document;
      if (object != nullptr) {
        finding.object = {object_text(object->api_version), object_text(object->kind), object_text(object->namespace_),
                          object_text(object->name)};
      }
      finding.path = std::move(raw.path);
      finding.start = position(raw.range.begin);
      finding.end = position(std::max(raw.range.begin, raw.range.end));
      finding.excerpt = lines().excerpt(lines().position(raw.range.begin), kMaxExcerpt, finding.excerpt_column);
      places_.push_back(raw.range.begin);
      result_.findings.push_back(std::move(finding));
    }
    report.findings().clear();
  }

  bool is_excepted(const ActiveRule& rule, const Object* object,
                   const std::vector<PodAccelerators>& accelerators) const {
    if (object == nullptr || (rule.setting == nullptr && state_.policy->exceptions.empty())) {
      return false;
    }
    if (rule.setting != nullptr && allows(*rule.setting, object->namespace_, object->name)) {
      return true;
    }
    MatchSubject subject{object->namespace_, object->name, object->kind, {}};
    for (const PodAccelerators& pod : accelerators) {
      const auto pools = pod.pools();
      subject.pools.insert(subject.pools.end(), pools.begin(), pools.end());
    }
    const auto& exceptions = state_.policy->exceptions;
    return std::any_of(exceptions.begin(), exceptions.end(), [&](const Exception& exception) {
      return covers(exception, rule.code, subject, state_.options.today);
    });
  }

  // At the end, for a comment that silences the whole file may turn out to be part of a string in a later document.
  void suppress() {
    if (suppressions_.empty()) {
      return;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < result_.findings.size(); ++i) {
      Finding& finding = result_.findings[i];
      if (is_suppressed(suppressions_, finding.code, {finding.start.line, finding.start.column, places_[i]})) {
        ++result_.suppressed;
      } else if (kept++ != i) {
        result_.findings[kept - 1] = std::move(finding);
      }
    }
    result_.findings.resize(kept);
  }

  // A suppression that names no rule, or silenced nothing although its rules ran.
  void report_suppressions() {
    std::vector<Suppression> suppressions;
    std::swap(suppressions, suppressions_); // they don't silence what is said about them
    const SuppressibleRules known{state_.registry, *state_.policy};
    for (const Suppression& suppression : suppressions) {
      for (const SuppressedRule& named : suppression.rules) {
        Report report;
        if (named.codes.empty()) {
          const std::string_view nearest = known.nearest(named.text);
          report.add_range(named.range, "",
                           "no rule is called `" + named.text + "`" +
                               (nearest.empty() ? "" : "; did you mean `" + std::string(nearest) + "`?"));
          take_engine(report, kUnknownSuppression);
        } else if (!named.used && result_.errors.empty() &&
                   std::all_of(named.codes.begin(), named.codes.end(),
                               [&](std::string_view code) { return state_.is_active(code); })) {
          report.add_range(named.range, "", "`" + named.text + "` is ignored here, but nothing of it was found");
          take_engine(report, kUnusedSuppression);
        }
      }
    }
  }

  void take_engine(Report& report, std::string_view code) {
    if (const ActiveRule* rule = state_.engine_rule(code)) {
      take(report, *rule, nullptr, {}, 0);
    }
  }

  const State& state_;
  const Utf8Text& utf8_;
  std::string_view text_;
  Environment environment_;
  FileResult result_;
  std::optional<LineIndex> lines_;
  std::vector<Suppression> suppressions_;
  std::optional<UnreadableKind> template_;
  bool searched_template_ = false;
  std::vector<std::uint32_t> places_; // of findings, in the text that was read
  std::uint32_t document_ = 0;
};

} // namespace

Checker::Checker(const Registry& registry, std::shared_ptr<const Policy> policy, CheckOptions options)
    : state_(new State{registry, std::move(policy), std::move(options), {}, {}, {}, {}, {}}) {
  for (const Rule* rule : registry.rules()) {
    state_->activate(*rule);
  }
  for (const CustomRule& custom : state_->policy->custom) {
    state_->activate(custom);
  }
}

Checker::~Checker() = default;
Checker::Checker(Checker&&) noexcept = default;

FileResult Checker::check(std::string_view bytes, const PlanSink&) const {
  const auto utf8 = utf8_text(bytes.substr(0, kMaxTextBytes + 1));
  return Run<State>(*state_, *utf8).check();
}

const Policy& Checker::policy() const {
  return *state_->policy;
}

} // namespace gpulint
