// A suppression silences nothing. Told by the run (rules/engine/suppressions.hpp) when all the rules named were on and
// none of them found anything there.
#include "rules/engine/rule.hpp"

namespace gpulint {

extern const Rule suppression_unused;
const Rule suppression_unused{
    .info = {.code = "GPU751",
             .name = "suppression-unused",
             .summary = "A suppression silences nothing.",
             .rationale = "The fault that it was written for is gone; left in place it will hide the next one.",
             .help = "Remove it",
             .action = Action::warn,
             .bad = R"(# gpu-lint ignore-file=gpu-limit-missing
apiVersion: v1
kind: Namespace
metadata: {name: ml}
)",
             .good = R"(apiVersion: v1
kind: Namespace
metadata: {name: ml}
)",
             .fields = {"the whole file"}},
    .by_engine = true};

} // namespace gpulint
