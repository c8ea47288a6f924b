#include "cli/reporters/fingerprint.hpp"

namespace gpulint::cli {
namespace {

// FNV-1a, 64 bits (RFC 9923). Not against attackers: who writes the file could as well hide the finding by a comment.
constexpr std::uint64_t kOffset = 0xcbf29ce484222325u;
constexpr std::uint64_t kPrime = 0x100000001b3u;

std::uint64_t mix(std::uint64_t hash, std::string_view text) {
  for (const char byte : text) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
  }
  return (hash ^ 0xffu) * kPrime; // a byte that no UTF-8 text holds ends the part
}

} // namespace

Fingerprints::Fingerprints(std::string_view path) : file_(mix(kOffset, path)) {}

std::string Fingerprints::next(const Finding& finding) {
  std::uint64_t hash = mix(file_, finding.code);
  const ObjectReference& object = finding.object;
  for (const std::string* part : {&object.api_version, &object.kind, &object.namespace_, &object.name, &finding.path}) {
    hash = mix(hash, *part);
  }
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[(hash >> shift) & 0xf];
  }
  return out + ':' + std::to_string(++seen_[hash]);
}

} // namespace gpulint::cli
