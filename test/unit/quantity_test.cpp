// Quantities: the table was made with k8s.io/apimachinery's ParseQuantity (1.36).
#include "rules/kubernetes/quantity.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace gpulint;

namespace {

struct Row {
  std::string text;
  std::string nano; // empty: refused
  bool whole = true;
};

const std::vector<Row> kRows = {
    {"1", "1000000000"},
    {"1000m", "1000000000"},
    {"1e0", "1000000000"},
    {"2k", "2000000000000"},
    {"0.5", "500000000", false},
    {"500m", "500000000", false},
    {".5", "500000000", false},
    {"5.", "5000000000"},
    {"+5", "5000000000"},
    {"-1", "-1000000000"},
    {"-.5", "-500000000", false},
    {"007", "7000000000"},
    {"1u", "1000", false},
    {"1n", "1", false},
    {"1e-3", "1000000", false},
    {"1e+3", "1000000000000"},
    {"1E3", "1000000000000"},
    {"1E", "1000000000000000000000000000"},
    {"1.5Gi", "1610612736000000000"},
    {"8Ei", "9223372036854775807000000000"},
    {"9223372036854775808", "9223372036854775808000000000"},
    {"1e-10", "1", false},
    {"0.9999999999", "1000000000"},
    {"1.00000000001", "1000000001", false},
    {"1e4294967296", "1000000000"}, // the exponent's low 32 bits
    {"1e4294967299", "1000000000000"},
    {"e3", "0"},
    {"Ki", "0"},
    {"+", "0"},
    {".", "0"},
    {"m", "0"},
    {"-m", "0"},
    {".Ki", "0"},
    {"Ti", "0"},
    {"e-9", "0"},
    {"Pi", ""},
    {"-Ei", ""},
    {".Pi", ""},
    {"e-10", ""},
    {"i", ""},
    {"", ""},
    {" 1", ""}, // JSON's strings are trimmed, see below
    {"1 ", ""},
    {"1K", ""},
    {"1Gb", ""},
    {"1_0", ""},
    {"0x1", ""},
    {"1e+-5", ""},
    {"1e++5", ""},
    {"1e--5", ""},
    {"1e99999999999999999999", ""},
    {"--1", ""},
    {"1e", ""},
    {"1e+", ""},
    {"nvidia", ""},
};

Value string_value(std::string_view text) {
  Value out;
  out.kind = Kind::string;
  out.characters = text.data();
  out.size = static_cast<std::uint32_t>(text.size());
  return out;
}

} // namespace

TEST_CASE("quantities are parsed as Kubernetes parses them") {
  for (const Row& row : kRows) {
    INFO(row.text);
    const auto parsed = Quantity::parse(row.text);
    CHECK(parsed.has_value() == !row.nano.empty());
    if (parsed && !row.nano.empty()) {
      CHECK(parsed->nano_text() == row.nano);
      CHECK(parsed->is_whole() == row.whole);
    }
  }
}

TEST_CASE("quantities of values: trimmed strings, numbers, null") {
  CHECK(Quantity::from_value(Value()) == Quantity());
  CHECK(Quantity::from_value(string_value(" 1")) == Quantity::of(1));
  CHECK(Quantity::from_value(string_value("\t2 \n")) == Quantity::of(2));
  CHECK_FALSE(Quantity::from_value(string_value("  ")));
  CHECK_FALSE(Quantity::from_value(string_value("1 2")));

  Value number;
  number.kind = Kind::integer;
  number.integer = -3;
  CHECK(Quantity::from_value(number) == Quantity::of(-3));
  number.kind = Kind::real;
  number.real = 0.5;
  CHECK(Quantity::from_value(number) == Quantity::parse("500m"));
  number.real = 1e21; // printed with an exponent
  CHECK(Quantity::from_value(number) == Quantity::parse("1e21"));
  number.kind = Kind::boolean;
  CHECK_FALSE(Quantity::from_value(number));
  number.kind = Kind::mapping;
  number.member_list = nullptr;
  CHECK_FALSE(Quantity::from_value(number));
}

TEST_CASE("quantities round up, add without wrapping and print themselves") {
  CHECK(Quantity::parse("1.1")->value() == 2);
  CHECK(Quantity::parse("0")->value() == 0);
  CHECK(Quantity::parse("9223372036854775808")->value() == 9223372036854775807);
  CHECK(Quantity::parse("-0")->is_zero());
  CHECK(Quantity::parse("-1n")->sign() == -1);

  const Quantity cut = *Quantity::parse("8Ei");
  CHECK((cut + cut).sign() == 1);
  const Quantity most = *Quantity::parse("1e300");
  CHECK(most + most == most);
  CHECK(most.nano_text() == "max");
  CHECK(most + *Quantity::parse("-1e300") == Quantity());

  CHECK(Quantity::parse("500m")->text() == "0.5");
  CHECK(Quantity::parse("1Gi")->text() == "1073741824");
  CHECK(Quantity::parse("-1n")->text() == "-0.000000001");
  CHECK(Quantity().text() == "0");
  CHECK(Quantity::parse("1")->text() == "1");
}

TEST_CASE("long digits cost little and keep their size") {
  const std::string zeros(100000, '0');
  CHECK(Quantity::parse(zeros + "1") == Quantity::of(1));
  CHECK(Quantity::parse("0." + zeros + "1")->nano_text() == "1");
  CHECK(Quantity::parse("1." + zeros) == Quantity::of(1));
  CHECK(Quantity::parse("1" + zeros)->nano_text() == "max");
}
