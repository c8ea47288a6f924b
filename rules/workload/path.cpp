// Paths of the workload table: keys joined by dots, `key[]` for every item, `*` for every value, "." for nothing.
#include "rules/workload/rows.hpp"

namespace gpulint::workload {
namespace {

tl::unexpected<std::string> wrong(std::string_view text, std::string_view what) {
  return tl::unexpected("'" + std::string(text) + "' is not a path: " + std::string(what));
}

} // namespace

tl::expected<Path, std::string> parse_path(std::string_view text, Rows& rows) {
  Path path;
  if (text == ".") {
    return path;
  }
  std::string_view rest = rows.keep(text);
  while (true) {
    const std::size_t dot = rest.find('.');
    std::string_view key = rest.substr(0, dot);
    const bool every_item = key.ends_with("[]");
    key.remove_suffix(every_item ? 2 : 0);
    if (key.empty()) {
      return wrong(text, "a key is missing; write keys joined by dots, such as spec.template");
    }
    if (key.find_first_of("[]") != std::string_view::npos) {
      return wrong(text, "only [] after a key is understood, for every item of a list");
    }
    if (key == "*") {
      path.push_back({Step::What::every_value, {}});
    } else {
      path.push_back({Step::What::key, key});
    }
    if (every_item) {
      path.push_back({Step::What::every_item, {}});
    }
    if (path.size() > kMaxSteps) {
      return wrong(text, "it has too many steps");
    }
    if (dot == std::string_view::npos) {
      return path;
    }
    rest.remove_prefix(dot + 1);
  }
}

} // namespace gpulint::workload
