#include "rules/kubernetes/quantity.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace gpulint {
namespace {

struct Suffix {
  int binary = 0;  // times 2^binary
  int decimal = 0; // times 10^decimal
};

// k8s.io/apimachinery/pkg/api/resource/suffix.go
std::optional<Suffix> parse_suffix(std::string_view text) {
  if (text.empty()) {
    return Suffix{};
  }
  constexpr std::string_view kBinary = "KMGTPE";
  constexpr std::string_view kDecimal = "num kMGTPE";
  if (text.size() == 2 && text[1] == 'i') {
    const std::size_t step = kBinary.find(text[0]);
    return step == std::string_view::npos ? std::nullopt
                                          : std::optional(Suffix{.binary = 10 * (static_cast<int>(step) + 1)});
  }
  if (text.size() == 1) {
    constexpr int kPowers[] = {-9, -6, -3, 0, 3, 6, 9, 12, 15, 18};
    const std::size_t step = kDecimal.find(text[0]);
    return step == std::string_view::npos || text[0] == ' ' ? std::nullopt
                                                            : std::optional(Suffix{.decimal = kPowers[step]});
  }
  if (text[0] != 'e' && text[0] != 'E') {
    return std::nullopt;
  }
  text.remove_prefix(1);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) {
      return std::nullopt;
    }
  }
  std::int64_t exponent = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, exponent);
  if (text.empty() || error != std::errc() || stop != end) {
    return std::nullopt;
  }
  // Kubernetes keeps the low 32 bits. Beyond ±200 every amount is zero, the smallest one, or the most we keep.
  return Suffix{.decimal = std::clamp(static_cast<std::int32_t>(exponent), -200, 200)};
}

// Decimal digits times 2^power, exactly.
void multiply_by_power_of_two(std::string& digits, int power) {
  for (; power > 0; --power) {
    int carry = 0;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
      const int twice = 2 * (*digit - '0') + carry;
      *digit = static_cast<char>('0' + twice % 10);
      carry = twice / 10;
    }
    if (carry > 0) {
      digits.insert(digits.begin(), '1');
    }
  }
}

// digits * 10^exponent, rounded away from zero, cut at `most`.
template <typename Wide>
Wide scale(std::string_view digits, int exponent, Wide most) {
  constexpr std::size_t kKept = 37; // what 127 bits hold, and more than `most` has
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  bool rest = digits.size() > kKept && digits.find_first_not_of('0', kKept) != std::string_view::npos;
  exponent += static_cast<int>(digits.size() - std::min(digits.size(), kKept));
  Wide value = 0;
  for (const char digit : digits.substr(0, kKept)) {
    value = value * 10 + (digit - '0');
  }
  for (; exponent > 0 && value != 0; --exponent) {
    if (value > most / 10) {
      return most;
    }
    value *= 10;
  }
  for (; exponent < 0 && value != 0; ++exponent) {
    rest = rest || value % 10 != 0;
    value /= 10;
  }
  return std::min<Wide>(value + (rest ? 1 : 0), most);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

} // namespace

std::optional<Quantity> Quantity::parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  const bool has_sign = negative || text.starts_with('+');
  if (has_sign) {
    text.remove_prefix(1);
  }
  const std::size_t whole = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string digits(text.substr(0, whole));
  std::size_t at = whole;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at + 1), text.size());
    fraction = end - at - 1;
    digits += text.substr(at + 1, fraction);
    at = end;
  }
  std::optional<Suffix> suffix = parse_suffix(text.substr(at));
  if (!suffix || (text.empty() && !has_sign)) {
    return std::nullopt;
  }
  // Without digits ("m", ".", "Ki", "+") an amount is zero on ParseQuantity's fast path, and refused on the other.
  if (digits.empty() && (suffix->decimal < -9 || suffix->binary > 40)) {
    return std::nullopt;
  }
  multiply_by_power_of_two(digits, suffix->binary);
  const int billionths = suffix->decimal + 9 - static_cast<int>(std::min<std::size_t>(fraction, 1000000));
  Wide nano = scale<Wide>(digits, billionths, kMost);
  if (suffix->binary > 0) {
    nano = std::min<Wide>(nano, static_cast<Wide>(std::numeric_limits<std::int64_t>::max()) * kNano);
  }
  return Quantity(negative ? -nano : nano);
}

std::optional<Quantity> Quantity::from_value(const Value& value) {
  switch (value.kind) {
  case Kind::null:
    return Quantity();
  case Kind::integer:
    return of(value.integer);
  case Kind::real:
    return parse(scalar_text(value));
  case Kind::string:
    return parse(trimmed(value.text()));
  default:
    return std::nullopt;
  }
}

bool Quantity::is_whole() const {
  constexpr std::int64_t kMilli = kNano / 1000;
  const Wide size = nano_ < 0 ? -nano_ : nano_;
  const Wide milli = (size + kMilli - 1) / kMilli;
  return milli % 1000 == 0;
}

std::int64_t Quantity::value() const {
  const bool negative = nano_ < 0;
  const Wide size = ((negative ? -nano_ : nano_) + kNano - 1) / kNano;
  const Wide cut = std::min<Wide>(size, std::numeric_limits<std::int64_t>::max());
  return static_cast<std::int64_t>(negative ? -cut : cut);
}

Quantity Quantity::operator+(const Quantity& other) const {
  return Quantity(std::clamp<Wide>(nano_ + other.nano_, -kMost, kMost));
}

std::string Quantity::nano_text() const {
  if (nano_ == kMost || nano_ == -kMost) {
    return "max";
  }
  std::string out;
  for (Wide rest = nano_ < 0 ? -nano_ : nano_; rest != 0 || out.empty(); rest /= 10) {
    out += static_cast<char>('0' + static_cast<int>(rest % 10));
  }
  if (nano_ < 0) {
    out += '-';
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::string Quantity::text() const {
  std::string out = nano_text();
  if (out == "max") {
    return nano_ > 0 ? "more than 1e27" : "less than -1e27";
  }
  const bool negative = out.starts_with('-');
  out.erase(0, negative ? 1 : 0);
  if (out.size() < 10) {
    out.insert(0, 10 - out.size(), '0');
  }
  out.insert(out.size() - 9, ".");
  out.erase(out.find_last_not_of('0') + 1);
  if (out.ends_with('.')) {
    out.pop_back();
  }
  return (negative ? "-" : "") + out;
}

} // namespace gpulint
