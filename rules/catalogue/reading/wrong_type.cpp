// A value that can't be decoded: a boolean or a number where Kubernetes wants a string, a mapping where it wants a
// list.
//
// YAML makes booleans and numbers of `true`, `1` and `1.0`; the API converts nothing. `value: true` in a toleration
// fails with "cannot unmarshal bool into Go struct field Toleration... of type string", and so does a number as the
// value of a nodeSelector.
#include "rules/catalogue/reading/object_fields.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/placeholder.hpp"

#include <algorithm>

namespace gpulint {
namespace {

constexpr std::size_t kLongestValue = 60;

bool is_digits(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string key_for_help(const Field& at) {
  return at.index() ? "- " : std::string(at.key()) + ": ";
}

std::string help_for(const FieldProblem& problem) {
  const Value& value = *problem.at.value();
  const std::string key = key_for_help(problem.at);
  const std::string_view expected = problem.expected;
  if (expected == "string" && value.is_scalar()) {
    return "Put it in quotes: " + key + "\"" + scalar_text(value) + "\".";
  }
  const bool number = expected == "int32" || expected == "int64" || expected == "float64";
  if (number && is_digits(value.text())) {
    return "Write it without quotes: " + key + std::string(value.text()) + ".";
  }
  if (expected == "int32" && value.kind == Kind::integer) {
    return "Write a whole number between -2147483648 and 2147483647.";
  }
  if (expected == "bool" && (value.text() == "true" || value.text() == "false")) {
    return "Write it without quotes: " + key + std::string(value.text()) + ".";
  }
  if (expected.starts_with("[]") && value.kind == Kind::mapping) {
    return "Make it a list: begin each item with \"- \".";
  }
  if (value.kind == Kind::sequence && !expected.starts_with("[]")) {
    return "Write it without \"- \": Kubernetes has one value here, no list.";
  }
  return "Write " + type_in_words(expected) + ".";
}

/// "true, a boolean" or "a list".
std::string value_in_words(const Value& value) {
  std::string words(kind_word(value));
  if (!value.is_scalar()) {
    return words;
  }
  std::string text = scalar_text(value);
  if (text.size() > kLongestValue) {
    text = text.substr(0, kLongestValue) + "...";
  }
  return (value.kind == Kind::string ? "\"" + text + "\"" : text) + ", " + words;
}

void report_problem(const FieldProblem& problem, const Object& object, Report& report) {
  const bool strict = object_fields(object).strict;
  std::string message = problem.at.path() + " is " + value_in_words(*problem.at.value()) + ", where Kubernetes wants " +
                        type_in_words(problem.expected) +
                        (strict ? ": the API server can't decode the object and refuses it."
                                : ": the pods made from it are refused, unless their controller converts the value.");
  cap_uncertain(report.add(problem.at, std::move(message), help_for(problem)), problem, object);
}

void check(const ObjectContext& in, Report& report) {
  for (const FieldProblem& problem : object_fields(in.object).problems) {
    if (problem.kind == FieldProblemKind::wrong_type && !is_placeholder(problem.at.text())) {
      report_problem(problem, in.object, report);
    }
  }
}

} // namespace

extern const Rule wrong_type;
const Rule wrong_type{
    .info =
        {.code = "GPU712",
         .name = "wrong-type",
         .summary = "A value has a type that Kubernetes can't read there.",
         .rationale =
             "The API converts nothing: a boolean or number where a string is wanted, or a mapping in place of a list, "
             "makes the whole object unreadable, and it is refused.",
         .help = "Write a value of the right type; quote booleans and numbers that are meant as text.",
         .action = Action::deny,
         .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Equal
    value: true
    effect: NoSchedule
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  tolerations:
  - key: nvidia.com/gpu
    operator: Equal
    value: "true"
    effect: NoSchedule
  containers:
  - name: main
    image: registry.example/trainer:1.4
    resources:
      limits:
        nvidia.com/gpu: 1
)",
         .fields = {"all fields of built-in kinds, and of pod templates in custom resources"},
         .references = {"sigs.k8s.io/json decode.go", "k8s.io/apimachinery pkg/api/resource, pkg/util/intstr"}},
    .check_object = check};

} // namespace gpulint
