// Quantities as k8s.io/apimachinery/pkg/api/resource reads them.
#pragma once

#include "rules/document/value.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpulint {

/// An amount in billionths, exact within ±1e27 and cut to that beyond (ParseQuantity rounds what is finer than a
/// billionth away from zero, and cuts amounts with a binary suffix to 2^63-1).
class Quantity {
  __extension__ typedef __int128 Wide; // ISO C++ has no name for it

public:
  Quantity() = default;
  static Quantity of(std::int64_t whole) { return Quantity(static_cast<Wide>(whole) * kNano); }

  /// Grammar: sign? digits[.digits] (Ki Mi Gi Ti Pi Ei | n u m k M G T P E | e<int> | E<int>)?; nothing where the API
  /// would refuse it. Blanks around it are refused here: see from_value.
  static std::optional<Quantity> parse(std::string_view text);

  /// What the API makes of a value: a string, a number as JSON prints it, or null (0). A string is trimmed as the API
  /// trims it (`" 1"` is accepted). Nothing for other kinds and for text that is no quantity.
  static std::optional<Quantity> from_value(const Value& value);

  /// Whole in the sense of the API's check of extended resources: the amount rounded up to thousandths is a multiple
  /// of 1000 of them (`0.9999999999` is 1, `1.00000000001` is not whole).
  bool is_whole() const;
  /// The whole part, rounded up as Quantity.Value() does, cut to int64.
  std::int64_t value() const;
  int sign() const { return nano_ < 0 ? -1 : nano_ > 0 ? 1 : 0; }
  bool is_zero() const { return nano_ == 0; }

  auto operator<=>(const Quantity&) const = default;
  Quantity operator+(const Quantity& other) const; ///< cut to the range, never wraps

  /// In billionths, as decimal digits; "max" at both ends of the range.
  std::string nano_text() const;
  /// A short decimal text ("1", "0.5", "1073741824") for messages.
  std::string text() const;

private:
  static constexpr std::int64_t kNano = 1000000000;
  // Stands for everything beyond 1e36 billionths.
  static constexpr Wide kMost = static_cast<Wide>(1000000000000000000) * 1000000000000000000 + 1;
  explicit Quantity(Wide nano) : nano_(nano) {}

  Wide nano_ = 0;
};

} // namespace gpulint
