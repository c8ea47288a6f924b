// What makes a finding the same one after its file was edited elsewhere.
#pragma once

#include "rules/engine/finding.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace gpulint::cli {

/// Fingerprints of one file's findings: 16 hexadecimal digits, `:` and a number from 1 that tells findings apart which
/// agree in everything else. Made from rule, file, object and field path; lines, columns and messages don't count.
class Fingerprints {
public:
  explicit Fingerprints(std::string_view path);
  std::string next(const Finding& finding);

private:
  std::uint64_t file_;
  std::map<std::uint64_t, unsigned> seen_;
};

} // namespace gpulint::cli
