// gpulint-probe: our side of the comparison with Kubernetes' own code (test/oracle). One JSON request a line in, one
// JSON answer a line out.
//
//   {"text": "..."} or {"base64": "..."}  -> {"documents": [...], "error": "..."}   as kubectl reads it, to the first
//   error
//   {"quantity": "1Gi"}                   -> {"ok": true, "nano": "1073741824000000000"}
//   {"strict": "<base64>"}                -> {"unknown_kind": false, "fields": [{"path": "...", "problem": "unknown"}]}
#include "rules/document/reader.hpp"
#include "rules/document/scalar.hpp"
#include "rules/kubernetes/fields.hpp"
#include "rules/kubernetes/quantity.hpp"

#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

std::string decoded(const json& text) {
  std::string out;
  gpulint::decode_base64(text.get_ref<const std::string&>(), out);
  return out;
}

// Documents are spliced in as text: a value of ten thousand levels must not pass through a recursive library.
std::string read(const std::string& text) {
  const auto utf8 = gpulint::utf8_text(text);
  gpulint::DocumentStream stream(utf8->text);
  std::string documents;
  std::string error;
  while (auto next = stream.next()) {
    if (!next->has_value()) {
      error = next->error().message;
      break;
    }
    documents += (documents.empty() ? "" : ",") + gpulint::to_json(*next->value().root);
  }
  return "{\"documents\":[" + documents + "]" +
         (error.empty() ? "" : ",\"error\":" + json(error).dump(-1, ' ', true, json::error_handler_t::replace)) + "}";
}

std::string quantity(const std::string& text) {
  const auto parsed = gpulint::Quantity::parse(text);
  return json{{"ok", parsed.has_value()}, {"nano", parsed ? parsed->nano_text() : ""}}.dump();
}

// Kubernetes prints every step of a strict error's path with a dot, odd keys too.
std::string strict_path(const gpulint::Field& at) {
  if (!at.parent().exists() && !at.parent().parent().exists() && at.key().empty() && !at.index()) {
    return {};
  }
  const std::string parent = strict_path(at.parent());
  if (at.index()) {
    return parent + "[" + std::to_string(*at.index()) + "]";
  }
  return parent.empty() ? std::string(at.key()) : parent + "." + std::string(at.key());
}

std::string strict(const std::string& text) {
  const auto utf8 = gpulint::utf8_text(text);
  gpulint::DocumentStream stream(utf8->text);
  const auto next = stream.next();
  json answer{{"unknown_kind", true}, {"fields", json::array()}};
  if (!next || !next->has_value()) {
    return answer.dump();
  }
  const gpulint::Field root = gpulint::Field::root(*next->value().root, stream.arena());
  const gpulint::FieldTable& table = gpulint::FieldTable::builtin();
  const std::string_view type = table.type_of(root["apiVersion"].text(), root["kind"].text());
  if (type.empty()) {
    return answer.dump();
  }
  answer["unknown_kind"] = false;
  std::vector<gpulint::FieldProblem> problems;
  table.check(root, type, problems);
  for (const gpulint::FieldProblem& problem : problems) {
    const bool unknown = problem.kind == gpulint::FieldProblemKind::unknown;
    answer["fields"].push_back({{"path", strict_path(problem.at)}, {"problem", unknown ? "unknown" : "type"}});
  }
  return answer.dump(-1, ' ', true, json::error_handler_t::replace);
}

std::string answer(const std::string& line) {
  const json request = json::parse(line, nullptr, false);
  if (request.contains("strict")) {
    return strict(decoded(request["strict"]));
  }
  if (request.contains("quantity")) {
    return quantity(request["quantity"].get<std::string>());
  }
  return read(request.contains("base64") ? decoded(request["base64"]) : request.value("text", std::string()));
}

} // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << answer(line) << '\n' << std::flush;
  }
}
