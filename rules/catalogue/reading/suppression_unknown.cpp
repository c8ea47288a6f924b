// A suppression names a rule that does not exist. Told by the run (rules/engine/suppressions.hpp) for comments and
// annotations.
#include "rules/engine/rule.hpp"

namespace gpulint {

extern const Rule suppression_unknown;
const Rule suppression_unknown{.info = {.code = "GPU750",
                                        .name = "suppression-unknown",
                                        .summary = "A suppression names a rule that does not exist.",
                                        .rationale = "It silences nothing, so the finding that it was written for "
                                                     "comes back, or another one is expected to be silent and is not.",
                                        .help = "Write the code or name of a rule as `gpu-lint rules` lists them",
                                        .action = Action::warn,
                                        .bad = R"(# gpu-lint ignore-file=gpu-limit-mising
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
