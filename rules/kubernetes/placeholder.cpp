#include "rules/kubernetes/placeholder.hpp"

namespace gpulint {

bool is_placeholder(std::string_view text) {
  return text.starts_with('$') || text.find("${") != std::string_view::npos ||
         text.find("$(") != std::string_view::npos || text.find("{{") != std::string_view::npos ||
         (text.starts_with('<') && text.ends_with('>'));
}

} // namespace gpulint
