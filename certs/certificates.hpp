// A certificate authority and serving certificates for the webhook, made and checked with OpenSSL: ECDSA P-256,
// SHA-256.
//
// Everything is PEM text. Nothing here knows files, Kubernetes or the clock: times are given.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace gpulint::certs {

using Time = std::chrono::sys_seconds;

/// A certificate (for serving: the leaf first, then what leads to the CA) and its private key.
struct KeyPair {
  std::string certificate;
  std::string key;
};

/// What a certificate says of itself.
struct Facts {
  Time not_before;
  Time not_after;
  std::vector<std::string> dns_names; ///< and IP addresses, as text
  std::string fingerprint;            ///< SHA-256 of the DER form, lower-case hexadecimal
  std::string subject;                ///< the common name
};

/// The first certificate of a PEM text.
tl::expected<Facts, std::string> facts(std::string_view certificate);

/// Refuses what can't serve: text that isn't PEM, a key that doesn't fit, not yet or no longer valid at `now`, no
/// subject alternative names. The error says what to do.
tl::expected<Facts, std::string> check_serving(const KeyPair& pair, Time now);

} // namespace gpulint::certs
