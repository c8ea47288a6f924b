// spec.workloads: rows of the workload table beside the built-in ones, in the form of policies/workloads.yaml.
#include "rules/policy/sections/sections.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

namespace gpulint::policy_file {
namespace {

/// The file with everything but the rows made blank: what the table's reader says about it has the file's places.
std::string only(const Field& field, std::string_view text) {
  const ByteRange kept = field.whole_range();
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if ((i < kept.begin || i >= kept.end) && out[i] != '\n' && out[i] != '\r') {
      out[i] = ' ';
    }
  }
  return out;
}

std::uint32_t offset_of(std::string_view text, std::uint32_t line, std::uint32_t column) {
  std::size_t offset = 0;
  for (; line > 1 && offset < text.size(); --line) {
    const std::size_t end = text.find('\n', offset);
    offset = end == std::string_view::npos ? text.size() : end + 1;
  }
  while (column > 1 && offset < text.size()) {
    ++offset;
    column -= offset == text.size() || (static_cast<unsigned char>(text[offset]) & 0xC0) != 0x80 ? 1 : 0;
  }
  return static_cast<std::uint32_t>(offset);
}

/// "12:5: message", as the table's reader writes it.
void report(Reading& in, const Field& field, std::string_view rows, std::string_view error) {
  std::uint32_t place_numbers[2] = {0, 0};
  std::string_view rest = error;
  for (std::uint32_t& number : place_numbers) {
    const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (failure != std::errc() || number == 0 || end == rest.data() + rest.size() || *end != ':') {
      in.error(field, place(field) + ": " + std::string(error));
      return;
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
  }
  while (rest.starts_with(' ')) {
    rest.remove_prefix(1);
  }
  const std::uint32_t offset = offset_of(rows, place_numbers[0], place_numbers[1]);
  in.error(ByteRange{offset, offset}, place(field) + ": " + std::string(rest));
}

} // namespace

void read_workloads(Reading& in, const Field& field, const Shape&, Policy& to) {
  const std::vector<Field> rows = in.items(field);
  if (rows.empty()) {
    return;
  }
  const std::string text = only(field, in.text());
  if (const auto table = WorkloadTable::parse(text); !table) {
    report(in, field, text, table.error());
    return;
  }
  for (const Field& row : rows) {
    to.workload_rows.push_back(to_json(*row.value()));
  }
  std::string all;
  for (const std::string& row : to.workload_rows) {
    all += (all.empty() ? "{\"workloads\": [" : ",\n") + row;
  }
  auto table = WorkloadTable::parse(all + "]}");
  if (!table) {
    in.error(field, place(field) + ": " + table.error());
    return;
  }
  to.workloads = std::make_shared<const WorkloadTable>(*std::move(table));
}

} // namespace gpulint::policy_file
