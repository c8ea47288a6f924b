#include "rules/policy/load.hpp"

#include "policies/embedded.hpp"
#include "rules/document/reader.hpp"
#include "rules/policy/sections/sections.hpp"

#include <algorithm>

namespace gpulint {
namespace policy_file {
namespace {

constexpr std::string_view kPresetFolder = "presets/";
constexpr std::string_view kExtension = ".yaml";

/// Notes of the reader that are mistakes in a policy: what YAML tools would read differently.
void report_notes(Reading& in, const Document& document) {
  for (const ReadingNote& note : document.notes) {
    switch (note.difference) {
    case ReadingDifference::duplicate_key:
    case ReadingDifference::repeated_merge:
      in.error(note.range, "the key " + quoted(note.key) + " is written twice in one mapping");
      break;
    case ReadingDifference::colliding_keys:
      in.error(note.range, "the key " + quoted(note.key) + " is the same as an earlier one in this mapping");
      break;
    case ReadingDifference::text_after_end:
      in.error(note.range, "what follows the line ... is not read; a policy is one document");
      break;
    case ReadingDifference::merge_overrides:
    case ReadingDifference::quoted_merge:
    case ReadingDifference::boolean_word:
    case ReadingDifference::date:
    case ReadingDifference::replaced_bytes:
    case ReadingDifference::unrepresentable_number:
      break;
    }
  }
}

/// The one document of a policy file.
void read_documents(Reading& in, PolicyFile& to) {
  DocumentStream stream(in.text());
  auto first = stream.next();
  if (!first) {
    in.error(ByteRange(), "the file is empty; a policy begins with apiVersion: gpu-lint.dev/v1 and kind: Policy");
    return;
  }
  if (!*first) {
    in.error((*first).error().range, (*first).error().message);
    return;
  }
  const Document& document = **first;
  report_notes(in, document);
  read_root(in, Field::root(*document.root, stream.arena()), to);
  if (const auto second = stream.next()) {
    in.error(*second ? (*second)->root->range : second->error().range,
             "a policy file holds one document; here begins another one");
  }
}

std::string_view embedded_preset(std::string_view name) {
  return embedded_file(std::string(kPresetFolder) + std::string(name) + std::string(kExtension));
}

/// Reads the built-in policy: the only file without anything below it.
Policy read_builtin() {
  Loading loading;
  read_file(loading, embedded_file("default.yaml"), "default.yaml", loading.policy.name);
  return std::move(loading.policy);
}

const Policy& builtin() {
  static const Policy policy = read_builtin();
  return policy;
}

} // namespace

void read_file(Loading& loading, std::string_view text, std::string_view file, std::string& name) {
  if (text.size() > kMaxFileBytes) {
    loading.errors.push_back({std::string(file), Position(),
                              "the file holds " + std::to_string(text.size()) + " bytes; a policy may hold " +
                                  std::to_string(kMaxFileBytes)});
    return;
  }
  const auto utf8 = utf8_text(text);
  Reading in(loading, utf8->text, file);
  if (!utf8->replaced.empty()) {
    in.error(ByteRange(), "the file holds bytes that are not UTF-8");
  }
  PolicyFile to{loading.policy, {}};
  read_documents(in, to);
  name = to.name;
  in.finish();
}

/// Each preset applies once, where it is named first: presets that extend the same one may stand side by side.
void read_extends(Reading& in, const Field& field, const Shape&, Policy& to) {
  Loading& loading = in.loading();
  for (const Field& item : in.items(field)) {
    std::string name;
    if (!in.value(item, kFilled, name)) {
      continue;
    }
    if (std::find(loading.open_presets.begin(), loading.open_presets.end(), name) != loading.open_presets.end()) {
      in.error(item, place(item) + ": the preset " + quoted(name) + " extends itself, through the presets it names");
      continue;
    }
    if (std::find(to.presets.begin(), to.presets.end(), name) != to.presets.end()) {
      continue;
    }
    const std::string_view text = loading.preset_text(name);
    if (text.empty()) {
      in.error(item, place(item) + ": there is no preset " + quoted(name) +
                         suggestion(name, loading.preset_names, "there are"));
      continue;
    }
    loading.open_presets.push_back(name);
    std::string ignored;
    read_file(loading, text, "preset " + name, ignored);
    loading.open_presets.pop_back();
    to.presets.push_back(std::move(name));
  }
}

} // namespace policy_file

std::string PolicyError::text() const {
  return file + ':' + std::to_string(position.line) + ':' + std::to_string(position.column) + ": " + message;
}

tl::expected<std::shared_ptr<const Policy>, std::vector<PolicyError>>
load_policy(std::string_view text, std::string_view file, std::span<const RuleName> rules) {
  const std::vector<std::string_view> presets = preset_names();
  policy_file::Loading loading;
  loading.rules = rules;
  loading.preset_text = policy_file::embedded_preset;
  loading.preset_names = presets;
  loading.policy = policy_file::builtin();
  std::string name;
  policy_file::read_file(loading, text, file, name);
  if (!loading.errors.empty()) {
    return tl::unexpected(std::move(loading.errors));
  }
  loading.policy.name = std::move(name);
  loading.policy.file = file;
  return std::make_shared<const Policy>(std::move(loading.policy));
}

std::shared_ptr<const Policy> default_policy(std::span<const RuleName>) {
  // The built-in file names no rules: their actions stand in the rules themselves.
  return std::make_shared<const Policy>(policy_file::builtin());
}

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : embedded_files()) {
    std::string_view name = file.name;
    if (name.starts_with(policy_file::kPresetFolder) && name.ends_with(policy_file::kExtension)) {
      name.remove_prefix(policy_file::kPresetFolder.size());
      name.remove_suffix(policy_file::kExtension.size());
      names.push_back(name);
    }
  }
  return names;
}

} // namespace gpulint
