#include "rules/engine/unreadable.hpp"

#include <algorithm>
#include <array>

namespace gpulint {
namespace {

// Words that only Helm's (Go's) templates begin with, after `{{` or `{{-`.
bool is_template_action(std::string_view inside) {
  constexpr std::array<std::string_view, 17> kWords = {
      ".Values", ".Release", ".Chart", ".Capabilities", ".Files", "include", "if ", "range ", "with ",
      "end",     "else",     "define", "template",      "toYaml", "$",       "/*",  "."};
  const std::size_t first = inside.find_first_not_of("- \t(");
  return first != std::string_view::npos && std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
           return inside.substr(first).starts_with(word);
         });
}

std::optional<std::size_t> find_template_action(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at + 2)) {
    end = end < at + 2 ? text.find("}}", at + 2) : end; // `{{` after `{{` mustn't look for the same end again
    if (end == std::string_view::npos) {
      break;
    }
    if (is_template_action(text.substr(at + 2, end - at - 2))) {
      return at;
    }
  }
  return std::nullopt;
}

} // namespace

bool may_be_template(ReadErrorCode code) {
  return code == ReadErrorCode::syntax || code == ReadErrorCode::unsupported_key ||
         code == ReadErrorCode::not_an_object;
}

std::optional<UnreadableKind> explain_unreadable(const ReadError& error, std::string_view text) {
  if (error.code == ReadErrorCode::json_patch) {
    return UnreadableKind{
        "GPU741",
        "a list of JSON patch operations can't be judged: what it makes exists only after `kustomize build`",
        {error.range.begin, error.range.begin + 1}};
  }
  if (!may_be_template(error.code)) {
    return std::nullopt;
  }
  if (const auto at = find_template_action(text)) {
    const auto begin = static_cast<std::uint32_t>(*at);
    return UnreadableKind{
        "GPU740",
        "a Helm template that isn't rendered can't be judged: its YAML exists only after `helm template`",
        {begin, begin + 2}};
  }
  return std::nullopt;
}

} // namespace gpulint
