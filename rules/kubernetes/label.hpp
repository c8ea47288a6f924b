// The grammar of label keys and values (k8s.io/apimachinery pkg/util/validation).
#pragma once

#include <string_view>

namespace gpulint {

/// At most 63 of letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends; or nothing at all.
bool is_label_value(std::string_view text);

/// A name as above, but not empty, after an optional DNS-1123 subdomain of at most 253 and a `/`. Keys of labels and
/// taints and topology keys have this form.
bool is_label_key(std::string_view text);

/// A DNS-1123 subdomain of at most 253: the form of a node's name.
bool is_dns_subdomain(std::string_view text);

} // namespace gpulint
