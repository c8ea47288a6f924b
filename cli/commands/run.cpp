#include "cli/commands/run.hpp"

#include "cli/source/read.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace gpulint::cli {
namespace {

/// Up to here threads cost more than they gain.
constexpr std::size_t kFewFiles = 32;
/// Results that may wait for an earlier one, for each thread; more would only take memory.
constexpr std::size_t kWaitingPerThread = 8;

/// One step of the report: an input to check, or something that is known already.
struct Task {
  Input input;
  const Checker* checker = nullptr;
  FileReport report; ///< with the path; complete where there is no checker
};

/// The walk together with the policies: hands out tasks in the order of the report.
class Feed {
public:
  Feed(Walk& walk, PolicyFinder& policies, const Registry& registry, const RunOptions& options)
      : walk_(walk), policies_(policies), registry_(registry), options_(options) {}

  std::optional<Task> next() {
    while (auto input = walk_.next()) {
      ++result.files;
      Task task;
      const bool is_named = input->standard_input && !options_.stdin_name.empty();
      task.report.path = is_named ? options_.stdin_name : input->path;
      task.input = std::move(*input);
      if (task.input.error) {
        task.report.result.errors.push_back(std::move(*task.input.error));
        return task;
      }
      const FoundPolicy& found = policies_.for_file(task.report.path);
      if (found.policy != nullptr) {
        task.checker = &checker(found);
        task.report.policy = found.policy.get();
        return task;
      }
      ++result.not_checked;
      if (checkers_.emplace(&found, std::nullopt).second) {
        task.report.path = found.file;
        task.report.result.errors = found.errors;
        return task;
      }
    }
    return std::nullopt;
  }

  RunResult result;

private:
  const Checker& checker(const FoundPolicy& found) {
    std::optional<Checker>& slot = checkers_[&found];
    if (!slot) {
      slot.emplace(registry_, found.policy, options_.check);
    }
    return *slot;
  }

  Walk& walk_;
  PolicyFinder& policies_;
  const Registry& registry_;
  const RunOptions& options_;
  std::map<const FoundPolicy*, std::optional<Checker>> checkers_; ///< nothing inside: the mistakes are reported
};

void work(Task& task, TextBuffer& buffer) {
  if (task.checker == nullptr) {
    return;
  }
  const auto text = task.input.standard_input ? read_standard_input(buffer) : read_file(task.input.path, buffer);
  if (text) {
    task.report.result = task.checker->check(*text);
  } else {
    task.report.result.errors.push_back(text.error());
  }
}

/// Several threads take tasks from the feed; their results wait in a ring until it is their turn.
class Crew {
public:
  Crew(Feed& feed, std::deque<Task> first, unsigned size)
      : feed_(feed), first_(std::move(first)), ring_(size * kWaitingPerThread) {
    try {
      for (unsigned i = 0; i < size; ++i) {
        threads_.emplace_back([this] { labour(); });
      }
    } catch (const std::system_error&) {
      // The system has no more threads for us: those that there are do it, or next() by itself.
    }
    running_ = threads_.size();
  }

  ~Crew() {
    {
      const std::lock_guard lock(ring_mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// The next result in order; nothing at the end. Rethrows what stopped a thread.
  std::optional<FileReport> next() {
    if (threads_.empty()) {
      return next_without_threads();
    }
    std::unique_lock lock(ring_mutex_);
    std::optional<FileReport>& slot = ring_[taken_ % ring_.size()];
    changed_.wait(lock, [&] { return slot.has_value() || failure_ != nullptr || finished_ == running_; });
    if (failure_ != nullptr) {
      std::rethrow_exception(failure_);
    }
    if (!slot.has_value()) {
      return std::nullopt;
    }
    std::optional<FileReport> report = std::exchange(slot, std::nullopt);
    ++taken_;
    lock.unlock();
    changed_.notify_all();
    return report;
  }

private:
  std::optional<FileReport> next_without_threads() {
    std::size_t number = 0;
    std::optional<Task> task = take(number);
    if (!task) {
      return std::nullopt;
    }
    TextBuffer buffer;
    work(*task, buffer);
    return std::move(task->report);
  }

  void labour() {
    try {
      TextBuffer buffer;
      while (step(buffer)) {
      }
    } catch (...) {
      const std::lock_guard lock(ring_mutex_);
      failure_ = std::current_exception();
    }
    {
      const std::lock_guard lock(ring_mutex_);
      ++finished_;
    }
    changed_.notify_all();
  }

  bool step(TextBuffer& buffer) {
    std::size_t number = 0;
    std::optional<Task> task = take(number);
    if (!task || !wait_for_room(number)) {
      return false;
    }
    work(*task, buffer);
    {
      const std::lock_guard lock(ring_mutex_);
      ring_[number % ring_.size()] = std::move(task->report);
    }
    changed_.notify_all();
    return true;
  }

  std::optional<Task> take(std::size_t& number) {
    const std::lock_guard lock(feed_mutex_);
    std::optional<Task> task;
    if (!first_.empty()) {
      task = std::move(first_.front());
      first_.pop_front();
    } else {
      task = feed_.next();
    }
    if (task) {
      number = given_++;
    }
    return task;
  }

  /// The thread with the next result to be taken never waits, so there is always one that goes on.
  bool wait_for_room(std::size_t number) {
    std::unique_lock lock(ring_mutex_);
    changed_.wait(lock, [&] { return stopped_ || number < taken_ + ring_.size(); });
    return !stopped_;
  }

  std::mutex feed_mutex_;
  Feed& feed_;
  std::deque<Task> first_;
  std::size_t given_ = 0;

  std::mutex ring_mutex_;
  std::condition_variable changed_;
  std::vector<std::optional<FileReport>> ring_;
  std::size_t taken_ = 0;
  std::size_t running_ = 0;
  std::size_t finished_ = 0;
  bool stopped_ = false;
  std::exception_ptr failure_;

  std::vector<std::thread> threads_;
};

} // namespace

RunResult run(Walk& walk, PolicyFinder& policies, const Registry& registry, const RunOptions& options,
              const Sink& sink) {
  Feed feed(walk, policies, registry, options);
  const unsigned jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  const std::size_t few = options.jobs != 0 ? 1 : kFewFiles;

  std::deque<Task> first;
  bool is_more = jobs > 1;
  while (is_more && first.size() <= few) {
    auto task = feed.next();
    is_more = task.has_value();
    if (task) {
      first.push_back(std::move(*task));
    }
  }
  if (is_more) {
    Crew crew(feed, std::move(first), jobs);
    for (auto report = crew.next(); report && sink(*report); report = crew.next()) {
    }
    return feed.result;
  }

  TextBuffer buffer;
  const auto next = [&] {
    if (first.empty()) {
      return jobs > 1 ? std::nullopt : feed.next();
    }
    std::optional<Task> task = std::move(first.front());
    first.pop_front();
    return task;
  };
  for (auto task = next(); task; task = next()) {
    work(*task, buffer);
    if (!sink(task->report)) {
      break;
    }
  }
  return feed.result;
}

} // namespace gpulint::cli
