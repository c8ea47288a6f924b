// Names: which the API refuses, which were probably meant, which MIG profiles exist.
#include "rules/policy/accelerators.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace gpulint {
namespace {

constexpr std::string_view kMigPrefix = "nvidia.com/mig-";

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_alphanumeric(char c) {
  return is_lower(c) || is_upper(c) || is_digit(c);
}

char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), to_lower);
  return result;
}

struct NameParts {
  std::string_view domain;
  std::string_view local;
};

NameParts split(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) {
    return {{}, name};
  }
  return {name.substr(0, slash), name.substr(slash + 1)};
}

/// An RFC 1123 subdomain in lower case.
bool is_subdomain(std::string_view domain) {
  if (domain.empty() || domain.size() > 253) {
    return false;
  }
  char before = '.';
  for (std::size_t i = 0; i <= domain.size(); ++i) {
    const char c = i < domain.size() ? domain[i] : '.';
    const bool word = is_lower(c) || is_digit(c);
    const bool before_word = is_lower(before) || is_digit(before);
    if (!word && !(c == '-' && before != '.') && !(c == '.' && before_word)) {
      return false;
    }
    before = c;
  }
  return true;
}

/// The name part of a qualified name.
bool is_name_part(std::string_view local) {
  return !local.empty() && local.size() <= 63 && is_alphanumeric(local.front()) && is_alphanumeric(local.back()) &&
         std::all_of(local.begin(), local.end(),
                     [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

/// How a word was mistyped, when by one slip of the fingers: one letter left out, doubled, replaced, or two swapped.
/// Digits are never slips (Ascend910 and Ascend310 are two chips), nor is a letter put in front or a first letter
/// replaced (vgpu, npu are other devices).
bool is_slip(std::string_view typed, std::string_view meant) {
  if (typed.size() > meant.size() + 1 || meant.size() > typed.size() + 1) {
    return false;
  }
  std::size_t same = 0;
  while (same < typed.size() && same < meant.size() && typed[same] == meant[same]) {
    ++same;
  }
  if (same > 0 && is_digit(typed[same - 1])) { // another model: 910A, 910B
    return false;
  }
  const std::string_view typed_rest = typed.substr(same);
  const std::string_view meant_rest = meant.substr(same);
  if (typed.size() == meant.size() + 1) { // doubled, or put in within a longer word
    const bool doubled = same > 0 && typed_rest[0] == typed[same - 1];
    return !is_digit(typed_rest[0]) && typed_rest.substr(1) == meant_rest &&
           (doubled || (meant.size() >= 6 && same > 0 && !meant_rest.empty()));
  }
  if (typed.size() + 1 == meant.size()) {
    return !is_digit(meant_rest[0]) && typed_rest == meant_rest.substr(1) && typed.size() >= 2;
  }
  if (typed_rest.size() >= 2 && typed_rest[0] == meant_rest[1] && typed_rest[1] == meant_rest[0] &&
      typed_rest.substr(2) == meant_rest.substr(2)) {
    return !is_digit(typed_rest[0]) || !is_digit(typed_rest[1]);
  }
  return same > 0 && !typed_rest.empty() && !is_digit(typed_rest[0]) && !is_digit(meant_rest[0]) &&
         typed_rest.substr(1) == meant_rest.substr(1) && typed.size() >= 3;
}

/// Levenshtein distance, cut off above `limit`.
std::size_t distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit || a.size() > 100) {
    return limit + 1;
  }
  std::array<std::size_t, 102> row{};
  for (std::size_t j = 0; j <= a.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= b.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= a.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[j - 1] == b[i - 1] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return row[a.size()];
}

/// `nvidia` for `nvidia.com`.
std::string_view first_label(std::string_view domain) {
  return domain.substr(0, domain.find('.'));
}

bool domain_is_near(std::string_view typed, std::string_view meant) {
  if (typed == meant) {
    return true;
  }
  const std::string_view typed_label = first_label(typed);
  const std::string_view meant_label = first_label(meant);
  if (typed_label == meant_label) { // `nvidia`, `nvidia.io`
    return typed.find('.') == typed.rfind('.') && meant.find('.') == meant.rfind('.');
  }
  // `arm.com` is not a mistyped `amd.com`: short labels are other people's.
  return meant_label.size() >= 6 && distance(typed, meant, 2) <= 2;
}

bool is_plural(std::string_view typed, std::string_view meant) {
  return typed.size() == meant.size() + 1 && typed.back() == 's' && typed.starts_with(meant);
}

/// The same but for case and for characters that people mix up or leave out.
bool same_letters(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (true) {
    while (i < a.size() && !is_alphanumeric(a[i])) {
      ++i;
    }
    while (j < b.size() && !is_alphanumeric(b[j])) {
      ++j;
    }
    if (i == a.size() || j == b.size()) {
      return i == a.size() && j == b.size();
    }
    if (to_lower(a[i++]) != to_lower(b[j++])) {
      return false;
    }
  }
}

/// How good a guess is when no domain was written; 0 is none. `typed` is in lower case.
int likeness_without_domain(std::string_view typed, std::string_view name, const NameParts& meant) {
  if (typed == meant.local || is_plural(typed, meant.local)) { // `gpu`, `gpus`
    return 3;
  }
  if (same_letters(typed, name)) { // `nvidia.com.gpu`
    return 2;
  }
  const std::string_view label = first_label(meant.domain); // `nvidia-gpu`
  return typed.starts_with(label) && same_letters(typed.substr(label.size()), meant.local) ? 2 : 0;
}

/// The same for names of one domain, or of a near one. `typed` is in lower case.
int likeness_of_locals(std::string_view typed, std::string_view meant, bool same_domain) {
  const std::string known = lower(meant);
  if (typed == known || is_plural(typed, known)) {
    return same_domain ? 4 : 2;
  }
  return same_domain && (is_slip(typed, known) || same_letters(typed, known)) ? 3 : 0;
}

/// "1g.5gb" in what someone wrote for it: `mig-1g.5gb+me`, `MIG-1G.5GB`, `mig1g.5gb`, `1g.5gb`.
std::string as_profile(std::string_view local) {
  std::string profile = lower(local);
  if (profile.starts_with("mig")) {
    profile.erase(0, 3);
  }
  while (!profile.empty() && (profile[0] == '-' || profile[0] == '_' || profile[0] == '.')) {
    profile.erase(0, 1);
  }
  std::replace(profile.begin(), profile.end(), '+', '.');
  return profile;
}

/// As resource names spell profiles: `+` becomes `.` (NVIDIA/k8s-device-plugin).
bool same_profile(std::string_view in_name, std::string_view profile) {
  return in_name.size() == profile.size() &&
         std::equal(in_name.begin(), in_name.end(), profile.begin(),
                    [](char a, char b) { return a == b || (b == '+' && a == '.'); });
}

struct ProfileSize {
  int slices = 0;
  int memory = 0;
};

/// 3 and 20 of "3g.20gb"; zeros where it has another form.
ProfileSize size_of_profile(std::string_view profile) {
  ProfileSize size;
  const char* end = profile.data() + profile.size();
  const auto slices = std::from_chars(profile.data(), end, size.slices);
  if (slices.ec != std::errc() || end - slices.ptr < 2 || slices.ptr[0] != 'g') {
    return {};
  }
  const char* memory_text = slices.ptr + (slices.ptr[1] == '.' ? 2 : 1);
  if (std::from_chars(memory_text, end, size.memory).ec != std::errc()) {
    return {};
  }
  return size;
}

} // namespace

std::string_view resource_name_fault(std::string_view resource) {
  const NameParts parts = split(resource);
  if (resource.find('/') == std::string_view::npos) {
    const bool standard = resource == "cpu" || resource == "memory" || resource == "ephemeral-storage" ||
                          (resource.starts_with("hugepages-") && is_name_part(resource));
    return standard ? std::string_view()
                    : "a name without a domain must be cpu, memory, ephemeral-storage or hugepages-*";
  }
  if (!is_subdomain(parts.domain)) {
    return "the part before the slash must be a domain in lower case";
  }
  if (!is_name_part(parts.local)) {
    return "the part after the slash may hold letters, digits, '-', '_' and '.', at most 63 of them, and begins and "
           "ends "
           "with a letter or digit";
  }
  // k8s.io/kubernetes helpers.go, IsExtendedResourceName; names in kubernetes.io are no extended resources.
  const bool native = resource.find("kubernetes.io/") != std::string_view::npos;
  if (!native && resource.starts_with("requests.")) {
    return "'requests.' stands before names in a ResourceQuota only";
  }
  // The quota's name for it, `requests.<domain>`, must be valid too.
  if (!native && parts.domain.size() + 9 > 253) {
    return "the domain is too long";
  }
  return {};
}

std::optional<std::string> AcceleratorTable::did_you_mean(std::string_view resource) const {
  constexpr std::size_t kLongest = 80; // longer names are nobody's slip of the fingers
  if (resource.size() > kLongest || find(resource) != nullptr) {
    // `nvidia.com/mig-1g.5gb+me` falls into the family and still isn't a name.
    if (resource.size() > kLongest || resource_name_fault(resource).empty()) {
      return std::nullopt;
    }
  }
  std::string typed = lower(resource);
  typed.erase(std::remove(typed.begin(), typed.end(), ' '), typed.end());
  for (const std::string_view prefix : {"requests.", "limits."}) {
    if (typed.starts_with(prefix)) {
      typed.erase(0, prefix.size());
    }
  }
  for (const auto& [alias, meant] : aliases_) {
    if (typed == alias) {
      return meant;
    }
  }
  const NameParts parts = split(typed);
  if (parts.domain.empty() || domain_is_near(parts.domain, "nvidia.com")) {
    const std::string profile = as_profile(parts.local);
    if (has_mig_profile(profile)) {
      return std::string(kMigPrefix) + profile;
    }
  }
  return nearest_name(typed);
}

/// Costs little for names of other people's domains: a pod may hold tens of thousands of them.
std::optional<std::string> AcceleratorTable::nearest_name(std::string_view typed) const {
  const NameParts parts = split(typed);
  const bool bare = typed.find('/') == std::string_view::npos;
  const AcceleratorResource* best = nullptr;
  int best_likeness = 0;
  std::string_view domain; // of the row before, and whether it is near: rows of one domain stand together
  bool near = false;
  for (const AcceleratorResource& row : resources_) {
    if (row.name.empty() || !row.replaced_by.empty()) {
      continue;
    }
    const NameParts meant = split(row.name);
    int found = 0;
    if (bare) {
      found = row.role == ResourceRole::device ? likeness_without_domain(typed, row.name, meant) : 0;
    } else {
      if (domain != meant.domain) {
        domain = meant.domain;
        near = domain_is_near(parts.domain, domain);
      }
      found = near ? likeness_of_locals(parts.local, meant.local, parts.domain == domain) : 0;
    }
    if (found > best_likeness) {
      best = &row;
      best_likeness = found;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(best->name);
}

bool AcceleratorTable::has_mig_profile(std::string_view profile) const {
  return std::any_of(mig_families_.begin(), mig_families_.end(), [&](const MigFamily& family) {
    return std::any_of(family.profiles.begin(), family.profiles.end(),
                       [&](const std::string& known) { return same_profile(profile, known); });
  });
}

std::vector<std::string> AcceleratorTable::similar_mig_profiles(std::string_view profile) const {
  const ProfileSize wanted = size_of_profile(profile);
  std::vector<std::pair<int, std::string>> ranked;
  for (const MigFamily& family : mig_families_) {
    for (const std::string& known : family.profiles) {
      const ProfileSize size = size_of_profile(known);
      const bool plain = known.find_first_of("+-") == std::string::npos;
      const bool listed = std::any_of(ranked.begin(), ranked.end(), [&](const auto& r) { return r.second == known; });
      if (plain && !listed) {
        ranked.emplace_back(std::abs(size.slices - wanted.slices) * 40 + std::abs(size.memory - wanted.memory), known);
      }
    }
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> result;
  for (std::size_t i = 0; i < ranked.size() && i < 3; ++i) {
    result.push_back(std::move(ranked[i].second));
  }
  return result;
}

} // namespace gpulint
