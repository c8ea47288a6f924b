#include "rules/engine/finding.hpp"

namespace gpulint {

RawFinding& Report::add_range(ByteRange range, std::string path, std::string message, std::string help) {
  RawFinding& finding = findings_.emplace_back();
  finding.message = std::move(message);
  finding.help = std::move(help);
  finding.path = std::move(path);
  finding.range = range;
  return finding;
}

RawFinding& Report::add(const Field& at, std::string message, std::string help) {
  return add_range(at.range(), at.path(), std::move(message), std::move(help));
}

RawFinding& Report::add_at_key(const Field& at, std::string message, std::string help) {
  return add_range(at.key_range(), at.path(), std::move(message), std::move(help));
}

} // namespace gpulint
