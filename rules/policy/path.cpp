#include "rules/policy/path.hpp"

#include <algorithm>

namespace gpulint::policy_file {
namespace {

using Step = tl::expected<std::string, std::string>;

/// What may stand in a key without brackets.
bool is_key_character(char c) {
  return c != '.' && c != '[' && c != ']' && c != '"' && c != '\'' && c > ' ';
}

/// `["key"]` or `['key']`; `path` begins after the opening bracket.
Step quoted_key(std::string_view& path) {
  const char quote = path[0];
  const std::size_t end = path.find(quote, 1);
  if (end == std::string_view::npos || end + 1 >= path.size() || path[end + 1] != ']') {
    return tl::unexpected<std::string>("a quoted key must end with a quote and ]");
  }
  std::string key(path.substr(1, end - 1));
  path.remove_prefix(end + 2);
  if (key.empty() || key[0] == '[') {
    return tl::unexpected<std::string>("a quoted key must not be empty or begin with [");
  }
  return key;
}

/// `*]` or `3]`.
Step item_step(std::string_view& path) {
  const std::size_t end = path.find(']');
  const std::string_view inside = path.substr(0, end);
  const bool number = !inside.empty() && inside.size() <= 6 &&
                      std::all_of(inside.begin(), inside.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (end == std::string_view::npos || (!number && inside != "*")) {
    return tl::unexpected<std::string>("brackets hold *, a number or a key in quotes");
  }
  path.remove_prefix(end + 1);
  return number ? "[" + std::string(inside) + "]" : "[]";
}

Step plain_key(std::string_view& path) {
  const auto end = std::find_if_not(path.begin(), path.end(), is_key_character);
  const std::string key(path.begin(), end);
  if (key.empty()) {
    return tl::unexpected<std::string>("a key is missing; keys with dots are written [\"like.this\"]");
  }
  path.remove_prefix(key.size());
  return key;
}

} // namespace

tl::expected<std::vector<std::string>, std::string> parse_path(std::string_view path) {
  std::vector<std::string> steps;
  bool wants_key = true;
  while (wants_key || !path.empty()) {
    Step step;
    if (!path.empty() && path[0] == '[') {
      if (wants_key && !steps.empty()) {
        return tl::unexpected<std::string>("a key is missing before [");
      }
      path.remove_prefix(1);
      step = !path.empty() && (path[0] == '"' || path[0] == '\'') ? quoted_key(path) : item_step(path);
    } else if (wants_key) {
      step = plain_key(path);
    } else {
      return tl::unexpected<std::string>("a . or [ must follow each step");
    }
    if (!step) {
      return tl::unexpected(step.error());
    }
    steps.push_back(*std::move(step));
    if (steps.size() > kMaxPathSteps) {
      return tl::unexpected("a path has at most " + std::to_string(kMaxPathSteps) + " steps");
    }
    wants_key = !path.empty() && path[0] == '.';
    if (wants_key) {
      path.remove_prefix(1);
    }
  }
  return steps;
}

} // namespace gpulint::policy_file
