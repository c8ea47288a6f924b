#include "cli/commands/program.hpp"
#include "cli/commands/run.hpp"
#include "cli/reporters/formats.hpp"
#include "cli/source/paths.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/text.hpp"
#include "rules/engine/suppressions.hpp"

#include <algorithm>
#include <charconv>
#include <list>

#include <unistd.h>

namespace gpulint::cli {
namespace {

constexpr unsigned kMaxJobs = 1024;
/// Errors in the input that are shown beside a report that isn't text.
constexpr std::size_t kShownErrors = 20;

/// A report that was asked for: where it goes and who writes it.
struct Report {
  const Format* format = nullptr;
  std::string file; ///< empty: standard output
  Output* out = nullptr;
  std::unique_ptr<Reporter> reporter;
};

/// All reports of a run, and the files behind them.
class Reports {
public:
  tl::expected<void, std::string> add(std::string_view wanted);
  /// `inputs`: the paths that are to be checked; a report never replaces one of them.
  tl::expected<void, std::string> open(const Surroundings& surroundings, std::string_view color,
                                       const std::vector<std::string>& inputs);

  void begin();
  /// False when nobody reads any of them any more.
  bool file(const FileReport& report);
  void end(const Summary& summary);
  /// What couldn't be written.
  std::vector<std::string> failures();

  bool shows_errors() const {
    return std::ranges::any_of(reports_, [](const Report& report) { return report.format->for_people; });
  }
  std::vector<FileIdentity> files() const;

private:
  std::vector<Report> reports_;
  std::list<Output> files_;
};

tl::expected<void, std::string> Reports::add(std::string_view wanted) {
  const std::size_t equals = wanted.find('=');
  const std::string_view name = wanted.substr(0, equals);
  Report report;
  report.format = find_format(name);
  if (report.format == nullptr) {
    std::string known;
    for (const std::string_view format : format_names()) {
      known += (known.empty() ? "" : ", ") + std::string(format);
    }
    return tl::unexpected("unknown format `" + printable(name) + '`' + did_you_mean(name, format_names()) +
                          "; there are " + known);
  }
  if (equals != std::string_view::npos) {
    report.file = wanted.substr(equals + 1);
    if (report.file.empty()) {
      return tl::unexpected("--format " + printable(wanted) + " names no file behind `=`");
    }
  }
  for (const Report& other : reports_) {
    if (absolute_path(other.file) == absolute_path(report.file) && other.file.empty() == report.file.empty()) {
      return tl::unexpected("two reports can't go to " + (report.file.empty()
                                                              ? "standard output; write one as --format FORMAT=FILE"
                                                              : '`' + printable(report.file) + '`'));
    }
  }
  reports_.push_back(std::move(report));
  return {};
}

tl::expected<void, std::string> Reports::open(const Surroundings& surroundings, std::string_view color,
                                              const std::vector<std::string>& inputs) {
  for (Report& report : reports_) {
    report.out = &surroundings.out;
    if (!report.file.empty()) {
      const auto is_it = [&](const std::string& input) { return absolute_path(input) == absolute_path(report.file); };
      if (std::any_of(inputs.begin(), inputs.end(), is_it)) {
        return tl::unexpected("`" + printable(report.file) + "` is to be checked: a report there would replace it");
      }
      auto file = Output::create(report.file);
      if (!file) {
        return tl::unexpected("can't write `" + printable(report.file) + "`: " + file.error());
      }
      report.out = &files_.emplace_back(std::move(*file));
    }
    const bool is_terminal = report.file.empty() && surroundings.out_is_terminal && !surroundings.plain_terminal;
    report.reporter =
        report.format->make(*report.out, {.color = color == "always" || (color == "auto" && is_terminal)});
  }
  return {};
}

void Reports::begin() {
  for (Report& report : reports_) {
    report.reporter->begin();
  }
}

bool Reports::file(const FileReport& result) {
  bool wanted = false;
  for (Report& report : reports_) {
    if (report.out->failure().empty()) {
      report.reporter->file(result);
      wanted = true;
    }
  }
  return wanted;
}

void Reports::end(const Summary& summary) {
  for (Report& report : reports_) {
    report.reporter->end(summary);
  }
}

std::vector<std::string> Reports::failures() {
  std::vector<std::string> failed;
  for (Report& report : reports_) {
    // Standard output is finished, and complained about, by whoever started the command.
    if (!report.file.empty() && !report.out->finish()) {
      failed.push_back("can't write `" + printable(report.file) + "`: " + report.out->failure());
    }
  }
  return failed;
}

std::vector<FileIdentity> Reports::files() const {
  std::vector<FileIdentity> identities;
  for (const Report& report : reports_) {
    if (const auto identity = regular_file_behind(report.out->descriptor())) {
      identities.push_back(*identity);
    }
  }
  return identities;
}

tl::expected<unsigned, std::string> parse_jobs(const std::optional<std::string>& value) {
  if (!value) {
    return 0u;
  }
  unsigned jobs = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), jobs);
  if (error != std::errc() || end != value->data() + value->size() || jobs < 1 || jobs > kMaxJobs) {
    return tl::unexpected("--jobs takes a number from 1 to " + std::to_string(kMaxJobs) + ", not `" +
                          printable(*value) + '`');
  }
  return jobs;
}

std::vector<std::string> split_list(const std::vector<std::string>& values) {
  std::vector<std::string> items;
  for (std::string_view value : values) {
    while (!value.empty()) {
      const std::size_t end = std::min(value.find(','), value.size());
      std::string_view item = value.substr(0, end);
      value.remove_prefix(std::min(end + 1, value.size()));
      while (item.starts_with(' ')) {
        item.remove_prefix(1);
      }
      while (item.ends_with(' ')) {
        item.remove_suffix(1);
      }
      if (!item.empty()) {
        items.emplace_back(item);
      }
    }
  }
  return items;
}

/// Rules of the user's own are known once the policies of the named paths are.
tl::expected<void, std::string> check_selectors(const std::vector<std::string>& selectors, const Registry& registry,
                                                PolicyFinder& policies, const std::vector<std::string>& paths) {
  for (const std::string& selector : selectors) {
    const bool known = !registry.select(selector).empty() || std::ranges::any_of(paths, [&](const std::string& path) {
      const FoundPolicy& found = policies.for_folder(path);
      return found.policy != nullptr && !SuppressibleRules{registry, *found.policy}.select(selector).empty();
    });
    if (!known) {
      const std::string_view nearest = registry.nearest(selector);
      return tl::unexpected(
          "no rule is called `" + printable(selector) + '`' +
          (nearest.empty() ? "; `gpu-lint rules` lists them" : ", did you mean `" + std::string(nearest) + "`?"));
    }
  }
  return {};
}

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
  return std::to_string(number) + ' ' + std::string(number == 1 ? one : many);
}

std::string summary_line(const Summary& summary) {
  std::string line = counted(summary.files, "file", "files") + ", " + counted(summary.objects, "object", "objects") +
                     ", " + counted(summary.pods, "pod", "pods") + ": ";
  if (summary.error + summary.warning + summary.info == 0) {
    line += "no findings";
  } else {
    line += counted(summary.error, "error", "errors") + ", " + counted(summary.warning, "warning", "warnings") + ", " +
            std::to_string(summary.info) + " info";
  }
  if (summary.suppressed > 0) {
    line += ", " + std::to_string(summary.suppressed) + " suppressed";
  }
  if (summary.failures > 0) {
    line += "; " + counted(summary.failures, "problem", "problems") + " with the input";
  }
  if (summary.not_checked > 0) {
    line += "; " + counted(summary.not_checked, "file", "files") + " not checked because of mistakes in the policy";
  }
  return line + '\n';
}

bool fails(const Summary& summary, std::string_view fail_on) {
  std::size_t counted_findings = 0;
  if (fail_on != "never") {
    counted_findings += summary.error;
    counted_findings += fail_on == "error" ? 0 : summary.warning;
    counted_findings += fail_on == "info" ? summary.info : 0;
  }
  return counted_findings > 0;
}

/// For reports that programs read: whoever reads the log should see why the run failed.
void show_errors(const FileReport& report, std::size_t before, Surroundings& surroundings) {
  for (const InputError& error : report.result.errors) {
    if (before++ >= kShownErrors) {
      if (before == kShownErrors + 1) {
        complain(surroundings, "more of them are in the report");
      }
      return;
    }
    std::string line = printable(report.path);
    if (error.has_position) {
      line += ':' + std::to_string(error.start.line) + ':' + std::to_string(error.start.column);
    }
    complain(surroundings, line + ": " + printable(error.message));
  }
}

/// `gpu-lint chekc` isn't the wish to read a file of that name.
void hint_at_command(const std::vector<std::string>& paths, Surroundings& surroundings) {
  const std::string& first = paths.front();
  if (first == "-" || first.find_first_of("/.") != std::string::npos || exists(first)) {
    return;
  }
  complain(surroundings,
           '`' + printable(first) + "` is neither a command nor a file" + did_you_mean(first, command_words()));
}

struct Check {
  std::vector<std::string> paths;
  WalkOptions walk;
  RunOptions run;
  Reports reports;
  std::string fail_on;
  bool quiet = false;
};

tl::expected<void, std::string> read_arguments(const Arguments& arguments, const Surroundings& surroundings,
                                               const Registry& registry, PolicyFinder& policies, Check& check) {
  check.paths = arguments.operands();
  if (check.paths.empty()) {
    check.paths.emplace_back(".");
  }
  check.fail_on = arguments.last("--fail-on").value_or("error");
  check.quiet = arguments.has("--quiet");
  check.walk.ignore_files = !arguments.has("--no-ignore");
  check.walk.exclude = arguments.all("--exclude");
  check.run.stdin_name = arguments.last("--stdin-filename").value_or("");
  check.run.check.select = split_list(arguments.all("--select"));
  check.run.check.ignore = split_list(arguments.all("--ignore"));
  check.run.check.suppressions = !arguments.has("--no-suppress");
  check.run.check.today = surroundings.today;
  auto jobs = parse_jobs(arguments.last("--jobs"));
  if (!jobs) {
    return tl::unexpected(std::move(jobs.error()));
  }
  check.run.jobs = *jobs;
  for (const auto* selectors : {&check.run.check.select, &check.run.check.ignore}) {
    if (auto right = check_selectors(*selectors, registry, policies, check.paths); !right) {
      return right;
    }
  }
  std::vector<std::string> formats = arguments.all("--format");
  if (formats.empty()) {
    formats.emplace_back("text");
  }
  for (const std::string& format : formats) {
    if (auto right = check.reports.add(format); !right) {
      return right;
    }
  }
  // Last: whoever mistypes an option keeps yesterday's report.
  return check.reports.open(surroundings, arguments.last("--color").value_or("auto"), check.paths);
}

} // namespace

ExitCode run_check(const Arguments& arguments, Surroundings& surroundings) {
  const Registry& registry = Registry::builtin();
  PolicyFinder policies(registry, arguments.last("--policy").value_or(""));
  Check check;
  if (auto right = read_arguments(arguments, surroundings, registry, policies, check); !right) {
    complain(surroundings, right.error());
    return ExitCode::bad_input;
  }

  check.walk.reports = check.reports.files();
  if (const auto identity = regular_file_behind(STDOUT_FILENO)) {
    check.walk.reports.push_back(*identity);
  }
  hint_at_command(check.paths, surroundings);
  Walk walk(check.paths, check.walk);
  Progress progress(surroundings.err_is_terminal && !check.quiet);
  Summary summary;
  const bool tell_errors = !check.reports.shows_errors();

  check.reports.begin();
  const RunResult result = run(walk, policies, registry, check.run, [&](const FileReport& report) {
    const bool prints = !report.result.findings.empty() || !report.result.errors.empty();
    if (prints) {
      progress.clear();
    }
    if (tell_errors) {
      show_errors(report, summary.failures, surroundings);
    }
    summary.add(report.result);
    const bool wanted = check.reports.file(report);
    if (prints && surroundings.out_is_terminal) {
      surroundings.out.flush();
    }
    progress.step();
    return wanted;
  });
  progress.clear();
  summary.files = result.files;
  summary.not_checked = result.not_checked;
  check.reports.end(summary);

  ExitCode code = fails(summary, check.fail_on) ? ExitCode::findings : ExitCode::clean;
  if (summary.failures > 0) {
    code = ExitCode::bad_input;
  }
  for (const std::string& expired : policies.expired(surroundings.today)) {
    complain(surroundings, expired);
  }
  for (const std::string& failure : check.reports.failures()) {
    complain(surroundings, failure);
    code = worse(code, ExitCode::bad_input);
  }
  surroundings.out.flush();
  if (!check.quiet) {
    surroundings.err.write(summary_line(summary));
    if (summary.files == 0) {
      complain(surroundings, "no *.yaml, *.yml or *.json file was found");
    }
  }
  return code;
}

} // namespace gpulint::cli
