// Checking all inputs of a run: on one thread or several, reported in the order of the walk either way.
#pragma once

#include "cli/reporters/reporter.hpp"
#include "cli/source/policies.hpp"
#include "cli/source/walk.hpp"
#include "rules/engine/check.hpp"
#include "rules/engine/registry.hpp"

#include <functional>
#include <string>

namespace gpulint::cli {

struct RunOptions {
  unsigned jobs = 0;      ///< 0: one per CPU, and one for few files
  std::string stdin_name; ///< what `-` is called; empty: "-"
  CheckOptions check;
};

/// What is done with each result, on the caller's thread; false ends the run.
using Sink = std::function<bool(const FileReport&)>;

struct RunResult {
  std::size_t files = 0;
  std::size_t not_checked = 0; ///< their policy has mistakes, which were reported once
};

/// Throws only what the caller can do nothing about (no memory).
RunResult run(Walk& walk, PolicyFinder& policies, const Registry& registry, const RunOptions& options,
              const Sink& sink);

} // namespace gpulint::cli
