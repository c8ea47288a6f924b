#include "rules/document/value.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace gpulint {
namespace {

// encoding/json prints floats as JavaScript does: shortest digits, an exponent below 1e-6 and from 1e21 on.
void append_real(std::string& out, double value) {
  std::array<char, 400> buffer{};
  const double size = std::fabs(value);
  const bool exponent = size != 0 && (size < 1e-6 || size >= 1e21);
  const auto format = exponent ? std::chars_format::scientific : std::chars_format::fixed;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format).ptr;
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  // to_chars writes e-07; JSON output of Go has e-7.
  const std::size_t zero = text.find("e-0");
  if (zero != std::string_view::npos) {
    out.append(text.substr(0, zero + 2)).append(text.substr(zero + 3));
  } else {
    out.append(text);
  }
}

void append_scalar(std::string& out, const Value& value) {
  switch (value.kind) {
  case Kind::null:
    out += "null";
    break;
  case Kind::boolean:
    out += value.boolean ? "true" : "false";
    break;
  case Kind::integer:
    out += std::to_string(value.integer);
    break;
  case Kind::real:
    append_real(out, value.real);
    break;
  default:
    break;
  }
}

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_json(std::string& out, const Value& value) {
  if (value.kind == Kind::string) {
    append_string(out, value.text());
  } else if (value.kind == Kind::sequence) {
    out += '[';
    const char* separator = "";
    for (const Value* item : value.items()) {
      out += separator;
      append_json(out, *item);
      separator = ",";
    }
    out += ']';
  } else if (value.kind == Kind::mapping) {
    out += '{';
    const char* separator = "";
    for (const Member& member : value.members()) {
      out += separator;
      append_string(out, member.key);
      out += ':';
      append_json(out, *member.value);
      separator = ",";
    }
    out += '}';
  } else {
    append_scalar(out, value);
  }
}

} // namespace

std::string to_json(const Value& value) {
  std::string out;
  append_json(out, value);
  return out;
}

std::string scalar_text(const Value& value) {
  if (value.kind == Kind::string) {
    return std::string(value.text());
  }
  std::string out;
  append_scalar(out, value);
  return out;
}

std::string_view kind_word(const Value& value) {
  switch (value.kind) {
  case Kind::null:
    return "null";
  case Kind::boolean:
    return "a boolean";
  case Kind::integer:
  case Kind::real:
    return "a number";
  case Kind::string:
    return "a string";
  case Kind::sequence:
    return "a list";
  case Kind::mapping:
    return "a mapping";
  }
  return "";
}

} // namespace gpulint
