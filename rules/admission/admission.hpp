// AdmissionReview v1 in, AdmissionReview v1 out: the one place that answers, for the webhook and for `gpu-lint review`.
//
// Sources: k8s.io/api/admission/v1 types.go; k8s.io/apiserver pkg/admission/plugin/webhook (what it makes of answers).
#pragma once

#include "rules/engine/check.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint::admission {

enum class Endpoint : std::uint8_t {
  mutate,  ///< POST /mutate: injects
  validate ///< POST /validate: refuses and warns
};

/// Bytes of a review that are read. The API server escapes `<`, `>` and `&` sixfold and sends two copies on UPDATE.
inline constexpr std::size_t kMaxReviewBytes = 32u << 20;

enum class Decision : std::uint8_t {
  allowed,
  denied,
  unreadable ///< not a review that can be answered: HTTP 400 and a text
};

/// One finding as metrics and logs see it.
struct Counted {
  std::string_view code; ///< outlives the Checker's policy only as long as the Checker does
  std::string_view rule;
  Action action = Action::warn;
};

/// What was answered.
struct Answer {
  int status = 200; ///< HTTP: 200, or 400 for what can't be answered
  std::string body; ///< an AdmissionReview, or for 400 a text of one line
  Decision decision = Decision::allowed;
  std::vector<Counted> findings;
  std::size_t patch_operations = 0;
  // For logs; nothing of the object beside its name. Control characters taken out, at most 253 bytes each.
  std::string uid;
  std::string kind;
  std::string namespace_;
  std::string name;
  std::string operation;
};

/// Answers one review. Pure: same bytes, same checker, same answer; safe to call from several threads. Never throws and
/// never takes time or memory beyond what is proportional to `body`, which is at most kMaxReviewBytes.
Answer review(Endpoint endpoint, std::string_view body, const Checker& checker);

/// The answer for a review that there is no time to judge: allowed, with `warning`. `body` may be anything; a uid that
/// can't be found makes it status 503.
Answer allow_unjudged(std::string_view body, std::string_view warning);

} // namespace gpulint::admission
