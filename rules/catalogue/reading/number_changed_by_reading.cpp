// Numbers that change when YAML becomes JSON.
#include "rules/catalogue/reading/notes.hpp"

namespace gpulint {
namespace {

void check(const DocumentContext& in, Report& report) {
  report_notes(in, ReadingDifference::unrepresentable_number, report, [&](const ReadingNote& note) {
    return std::string("`" + text_of(note, in) + "` has no exact form in JSON, so kubectl sends another value");
  });
}

} // namespace

extern const Rule number_changed_by_reading;
const Rule number_changed_by_reading{
    .info = {.code = "GPU714",
             .name = "number-changed-by-reading",
             .summary = "A number without quotes has no exact form in JSON.",
             .rationale = "An integer beyond 64 bits becomes a rounded float, and a float beyond the range of doubles "
                          "(1e400) becomes a string: what the cluster gets is not what is written.",
             .help = "Put it in quotes if it is an identifier, or write a number that 64 bits hold",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: ids, annotations: {}}
data: {}
account: 123456789012345678901234
)",
             .good = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: ids}
data: {account: "123456789012345678901234"}
)",
             .fields = {"the whole document"},
             .references = {"kubectl: k8s.io/apimachinery pkg/util/yaml, sigs.k8s.io/yaml, go.yaml.in/yaml/v2",
                            "kustomize: sigs.k8s.io/kustomize/kyaml"}},
    .check_document = check};

} // namespace gpulint
