#include "rules/kubernetes/field_types.hpp"

#include "rules/kubernetes/quantity.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

namespace gpulint {

namespace {

constexpr std::string_view kListPrefix = "[]";
constexpr std::string_view kMapPrefix = "map[string]";

struct ScalarName {
  std::string_view name;
  Shape shape;
};

constexpr std::array<ScalarName, 15> kScalars{{{"string", Shape::string},
                                               {"int32", Shape::int32},
                                               {"int64", Shape::int64},
                                               {"int", Shape::int64},
                                               {"float64", Shape::float64},
                                               {"bool", Shape::boolean},
                                               {"Quantity", Shape::quantity},
                                               {"Time", Shape::time},
                                               {"MicroTime", Shape::time},
                                               {"Duration", Shape::duration},
                                               {"IntOrString", Shape::int_or_string},
                                               {"bytes", Shape::bytes},
                                               {"RawExtension", Shape::anything},
                                               {"FieldsV1", Shape::anything},
                                               {"JSON", Shape::anything}}};

/// The next line of `text` without its line break; `text` shrinks by it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

/// The next word of `line`, which shrinks by it.
std::string_view take_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  line.remove_prefix(begin);
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

std::size_t hash_of(std::string_view name) {
  const auto at = [&](std::size_t index) { return static_cast<std::size_t>(static_cast<unsigned char>(name[index])); };
  if (name.empty()) {
    return 0;
  }
  return name.size() * 61 + at(0) * 7 + at(name.size() / 2) * 31 + at(name.size() - 1) * 13;
}

std::vector<std::uint16_t> slots_for(const std::vector<FieldEntry>& fields) {
  std::size_t size = 4;
  while (size < fields.size() * 2) {
    size *= 2;
  }
  std::vector<std::uint16_t> slots(size, 0);
  for (std::size_t index = 0; index < fields.size(); ++index) {
    std::size_t slot = hash_of(fields[index].name) & (size - 1);
    while (slots[slot] != 0) {
      slot = (slot + 1) & (size - 1);
    }
    slots[slot] = static_cast<std::uint16_t>(index + 1);
  }
  return slots;
}

} // namespace

const FieldEntry* ObjectType::find(std::string_view field) const {
  const std::size_t mask = slots.size() - 1;
  for (std::size_t slot = hash_of(field) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
    const FieldEntry& entry = fields[slots[slot] - 1u];
    if (entry.name == field) {
      return &entry;
    }
  }
  return nullptr;
}

TypeIndex::TypeIndex(std::string_view text) {
  ObjectType* open = nullptr;
  const char* body = nullptr;
  const auto close = [&](const char* end) {
    if (open != nullptr) {
      open->body = std::string_view(body, static_cast<std::size_t>(end - body));
      open = nullptr;
    }
  };
  while (!text.empty()) {
    const char* begin = text.data();
    std::string_view line = take_line(text);
    if (line.starts_with("type ")) {
      close(begin);
      line.remove_prefix(5);
      open = &types_.emplace_back();
      open->name = take_word(line);
      body = text.data();
    } else if (line.starts_with("kind ")) {
      close(begin);
      line.remove_prefix(5);
      const std::string_view api_version = take_word(line);
      const std::string_view kind = take_word(line);
      kinds_.push_back({api_version, kind, take_word(line)});
    }
  }
  close(text.data());
  for (const ObjectType& type : types_) {
    by_name_.push_back(&type);
  }
  const auto before = [](const ObjectType* left, const ObjectType* right) { return left->name < right->name; };
  if (!std::is_sorted(by_name_.begin(), by_name_.end(), before)) { // the table made from Go's types is
    std::sort(by_name_.begin(), by_name_.end(), before);
  }
}

const ObjectType* TypeIndex::unparsed(std::string_view name) const {
  const auto found = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                      [](const ObjectType* type, std::string_view key) { return type->name < key; });
  return found != by_name_.end() && (*found)->name == name ? *found : nullptr;
}

const ObjectType* TypeIndex::find(std::string_view name) const {
  const ObjectType* type = unparsed(name);
  return type == nullptr ? nullptr : &ready(*type);
}

const ObjectType& TypeIndex::ready(const ObjectType& type) const {
  if (!type.parsed.load(std::memory_order_acquire)) {
    const std::lock_guard lock(mutex_);
    if (!type.parsed.load(std::memory_order_relaxed)) {
      parse(type);
      type.parsed.store(true, std::memory_order_release);
    }
  }
  return type;
}

void TypeIndex::parse(const ObjectType& type) const {
  std::string_view body = type.body;
  while (!body.empty()) {
    std::string_view line = take_line(body);
    if (line.empty() || line.front() == '#') {
      continue;
    }
    const std::string_view name = take_word(line);
    const std::string_view use = take_word(line);
    type.fields.push_back({name, type_use(use, type.elements)});
  }
  type.slots = slots_for(type.fields);
}

TypeUse TypeIndex::type_use(std::string_view text, std::forward_list<TypeUse>& elements) const {
  TypeUse use;
  use.text = text;
  const bool list = text.starts_with(kListPrefix);
  if (list || text.starts_with(kMapPrefix)) {
    use.shape = list ? Shape::list : Shape::map;
    const TypeUse element = type_use(text.substr(list ? kListPrefix.size() : kMapPrefix.size()), elements);
    use.element = &elements.emplace_front(element);
    return use;
  }
  for (const ScalarName& scalar : kScalars) {
    if (scalar.name == text) {
      use.shape = scalar.shape;
      return use;
    }
  }
  use.object = unparsed(text);
  use.shape = use.object == nullptr ? Shape::anything : Shape::object;
  return use;
}

std::string_view TypeIndex::type_of(std::string_view api_version, std::string_view kind) const {
  for (const KindLine& line : kinds_) {
    if (line.kind == kind && line.api_version == api_version) {
      return line.type;
    }
  }
  return {};
}

namespace {

/// A number is sent as JSON prints it, so `1.0` and `1e3` of a YAML file arrive as 1 and 1000.
std::optional<std::int64_t> whole_number(const Value& value) {
  if (value.kind == Kind::integer) {
    return value.integer;
  }
  constexpr double kLimit = 9007199254740992.0; // 2^53: all whole numbers up to here are printed with all their digits
  if (value.kind == Kind::real && value.real >= -kLimit && value.real <= kLimit) {
    const auto whole = static_cast<std::int64_t>(value.real);
    if (static_cast<double>(whole) == value.real) {
      return whole;
    }
  }
  return std::nullopt;
}

bool is_int32(const Value& value) {
  const std::optional<std::int64_t> number = whole_number(value);
  return number && *number >= std::numeric_limits<std::int32_t>::min() &&
         *number <= std::numeric_limits<std::int32_t>::max();
}

bool is_int64(const Value& value) {
  if (whole_number(value)) {
    return true;
  }
  // Above 2^53 a float may still be printed as the digits of an int64 (Go prints up to 1e21 without an exponent).
  return value.kind == Kind::real && value.real > -9.2e18 && value.real < 9.2e18 &&
         static_cast<double>(static_cast<std::int64_t>(value.real)) == value.real;
}

/// Reads digits, at least `least` and at most `most` of them.
std::optional<int> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  int number = 0;
  std::size_t count = 0;
  while (count < most && count < text.size() && text[count] >= '0' && text[count] <= '9') {
    number = number * 10 + (text[count] - '0');
    ++count;
  }
  if (count < least) {
    return std::nullopt;
  }
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

int days_in(int month, int year) {
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

bool take_date(std::string_view& text) {
  const auto year = take_digits(text, 4, 4);
  if (!year || !take(text, '-')) {
    return false;
  }
  const auto month = take_digits(text, 2, 2);
  if (!month || *month < 1 || *month > 12 || !take(text, '-')) {
    return false;
  }
  const auto day = take_digits(text, 2, 2);
  return day && *day >= 1 && *day <= days_in(*month, *year);
}

bool take_zone(std::string_view& text) {
  if (take(text, 'Z')) {
    return true;
  }
  if (!take(text, '+') && !take(text, '-')) {
    return false;
  }
  const auto hours = take_digits(text, 2, 2);
  if (!hours || *hours > 24 || !take(text, ':')) {
    return false;
  }
  const auto minutes = take_digits(text, 2, 2);
  return minutes && *minutes <= 60;
}

/// Go's time.Parse(time.RFC3339): a fraction may follow a point or a comma, the hour may have one digit.
bool is_time(std::string_view text) {
  if (!take_date(text) || !take(text, 'T')) {
    return false;
  }
  const auto hour = take_digits(text, 1, 2);
  if (!hour || *hour > 23 || !take(text, ':')) {
    return false;
  }
  const auto minute = take_digits(text, 2, 2);
  if (!minute || *minute > 59 || !take(text, ':')) {
    return false;
  }
  const auto second = take_digits(text, 2, 2);
  if (!second || *second > 59) {
    return false;
  }
  if (take(text, '.') || take(text, ',')) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0) {
      return false;
    }
    text.remove_prefix(digits);
  }
  return take_zone(text) && text.empty();
}

/// Go's time.ParseDuration: "1h30m", "1.5s", "0".
bool is_duration(std::string_view text) {
  if (!take(text, '-')) {
    take(text, '+');
  }
  if (text == "0") {
    return true;
  }
  bool any = false;
  while (!text.empty()) {
    const std::size_t number = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view digits = text.substr(0, number);
    text.remove_prefix(number);
    const std::size_t unit = std::min(text.find_first_of("0123456789."), text.size());
    const std::string_view name = text.substr(0, unit);
    text.remove_prefix(unit);
    const bool known = name == "ns" || name == "us" || name == "\xC2\xB5s" || name == "\xCE\xBCs" || name == "ms" ||
                       name == "s" || name == "m" || name == "h";
    if (!known || digits.find_first_of("0123456789") == std::string_view::npos ||
        std::count(digits.begin(), digits.end(), '.') > 1) {
      return false;
    }
    any = true;
  }
  return any;
}

/// Go's base64.StdEncoding: line breaks are skipped, padding is required.
bool is_base64(std::string_view text) {
  std::size_t letters = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      continue;
    }
    const bool letter =
        (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    if (c == '=' && letters % 4 >= 2) {
      ++padding;
    } else if (!letter || padding != 0) {
      return false;
    } else {
      ++letters;
    }
  }
  return (letters + padding) % 4 == 0 && padding <= 2;
}

/// A list of small numbers is a []byte for encoding/json too.
bool is_byte_list(const Value& value) {
  return value.kind == Kind::sequence && std::all_of(value.items().begin(), value.items().end(), [](const Value* item) {
           const std::optional<std::int64_t> number = whole_number(*item);
           return item->kind == Kind::null || (number && *number >= 0 && *number <= 255);
         });
}

} // namespace

bool fits(const Value& value, const TypeUse& type) {
  if (value.kind == Kind::null) {
    return true;
  }
  switch (type.shape) {
  case Shape::string:
    return value.kind == Kind::string;
  case Shape::int32:
    return is_int32(value);
  case Shape::int64:
    return is_int64(value);
  case Shape::float64:
    return value.is_number();
  case Shape::boolean:
    return value.kind == Kind::boolean;
  case Shape::quantity:
    return Quantity::from_value(value).has_value();
  case Shape::time:
    return value.kind == Kind::string && is_time(value.text());
  case Shape::duration:
    return value.kind == Kind::string && is_duration(value.text());
  case Shape::int_or_string:
    return value.kind == Kind::string || is_int32(value);
  case Shape::bytes:
    return value.kind == Kind::string ? is_base64(value.text()) : is_byte_list(value);
  case Shape::anything:
    return true;
  case Shape::list:
    return value.kind == Kind::sequence;
  case Shape::map:
  case Shape::object:
    return value.kind == Kind::mapping;
  }
  return true;
}

} // namespace gpulint
