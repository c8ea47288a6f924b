#include "rules/policy/accelerators.hpp"

#include "policies/embedded.hpp"
#include "rules/document/reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace gpulint {
namespace {

constexpr std::string_view kMigPrefix = "nvidia.com/mig-";
constexpr std::string_view kSharedSuffix = ".shared";

/// Units that count devices; others measure a part of one.
constexpr std::array<std::string_view, 5> kCountedUnits = {"card", "chip", "share", "instance", "core"};

/// The text up to the slash, which it lacks.
std::string_view domain_of(std::string_view name) {
  const std::size_t slash = name.find('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

template <class Use>
void for_each_word(std::string_view text, char separator, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) {
      use(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<std::string> split_text(std::string_view text, char separator) {
  std::vector<std::string> words;
  for_each_word(text, separator, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

const std::string& shown_name(const AcceleratorResource& row) {
  return row.name.empty() ? row.example : row.name;
}

} // namespace

/// Turns the YAML into rows. Notes the first mistake: the file is ours, and a test reads it.
struct AcceleratorTable::Reader {
  AcceleratorTable table;
  std::string error;

  void fail(const Value& at, std::string_view what) {
    if (error.empty()) {
      error = "byte " + std::to_string(at.range.begin) + ": " + std::string(what);
    }
  }

  std::int64_t number(const Value& at, std::string_view text) {
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size()) {
      fail(at, "a number is wanted, not " + std::string(text));
    }
    return value;
  }

  std::vector<std::int64_t> numbers(const Value& at, std::string_view text) {
    std::vector<std::int64_t> values;
    for (const std::string& item : split_text(text, ',')) {
      values.push_back(number(at, item));
    }
    return values;
  }

  /// "5..100", "1..", "..100"
  void amount(AcceleratorResource& row, const Value& at, std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) {
      fail(at, "amount is a range such as 1..100");
      return;
    }
    if (dots > 0) {
      row.minimum = number(at, text.substr(0, dots));
    }
    if (dots + 2 < text.size()) {
      row.maximum = number(at, text.substr(dots + 2));
    }
  }

  void unit(AcceleratorResource& row, std::string_view text) {
    row.unit = text;
    std::replace(row.unit.begin(), row.unit.end(), '_', ' ');
    row.counted = std::find(kCountedUnits.begin(), kCountedUnits.end(), text) != kCountedUnits.end();
  }

  void word(AcceleratorResource& row, const Value& at, std::string_view text) {
    if (text == "companion") {
      row.role = ResourceRole::companion;
    } else if (text == "monitor") {
      row.role = ResourceRole::monitor;
    } else if (text == "adapter") {
      row.role = ResourceRole::adapter;
    } else if (text == "whole") {
      row.whole_card = true;
    } else if (text == "partition") {
      row.partition = true;
    } else if (text == "multiples") {
      row.multiples = true;
    } else if (text == "unverified") {
      row.verified = false;
    } else {
      fail(at, "unknown word " + std::string(text));
    }
  }

  void setting(AcceleratorResource& row, const Value& at, std::string_view key, std::string_view text) {
    if (key == "unit") {
      unit(row, text);
    } else if (key == "amount") {
      amount(row, at, text);
    } else if (key == "needs") {
      row.needs = split_text(text, ',');
    } else if (key == "share-needs") {
      row.share_needs = split_text(text, ',');
    } else if (key == "excludes") {
      row.excludes = split_text(text, ',');
    } else if (key == "selectors") {
      row.node_selectors = split_text(text, ',');
    } else if (key == "step") {
      row.step = number(at, text);
    } else if (key == "allowed") {
      row.allowed = numbers(at, text);
    } else if (key == "replaced") {
      row.replaced_by = text;
    } else if (key == "example") {
      row.example = text;
    } else {
      fail(at, "unknown word " + std::string(key));
    }
  }

  void name(AcceleratorResource& row, const Value& at, std::string_view text) {
    if (!text.ends_with('*')) {
      row.name = text;
      return;
    }
    std::string source;
    for (const char c : text.substr(0, text.size() - 1)) {
      source += c == '.' ? "\\." : std::string(1, c);
    }
    auto compiled = Pattern::compile(source + ".*");
    if (compiled) {
      row.pattern = std::move(*compiled);
    } else {
      fail(at, compiled.error());
    }
  }

  void row(AcceleratorResource& row, const Member& member) {
    const Value& at = *member.value;
    name(row, at, member.key);
    for_each_word(at.text(), ' ', [&](std::string_view text) {
      const std::size_t equals = text.find('=');
      if (equals == std::string_view::npos) {
        word(row, at, text);
      } else {
        setting(row, at, text.substr(0, equals), text.substr(equals + 1));
      }
    });
    if (shown_name(row).find('/') == std::string::npos || row.unit.empty()) {
      fail(at, "a row has a name with a domain, a unit, and an example where the name is a family");
    }
  }

  /// Sentences about rows of this group, which stand before them.
  void sentences(const Value& value, std::size_t first, std::string AcceleratorResource::*field) {
    for (const Member& member : value.members()) {
      bool known = false;
      for (std::size_t i = first; i < table.resources_.size(); ++i) {
        AcceleratorResource& row = table.resources_[i];
        if (row.name == member.key || (row.name.empty() && row.pattern.matches(member.key))) {
          row.*field = member.value->text();
          known = true;
        }
      }
      if (!known) {
        fail(*member.value, "a sentence about a row that isn't in its group");
      }
    }
  }

  void group(const Value& value) {
    AcceleratorResource common;
    const std::size_t first = table.resources_.size();
    for (const Member& member : value.members()) {
      if (member.key == "vendor") {
        common.vendor = member.value->text();
      } else if (member.key == "layer") {
        common.layer = member.value->text();
      } else if (member.key == "scheduler") {
        common.scheduler = member.value->text();
      } else if (member.key == "rows") {
        for (const Member& entry : member.value->members()) {
          row(table.resources_.emplace_back(common), entry);
        }
      } else if (member.key == "notes") {
        sentences(*member.value, first, &AcceleratorResource::note);
      } else if (member.key == "why") {
        sentences(*member.value, first, &AcceleratorResource::excludes_note);
      } else {
        fail(*member.value, "unknown key " + std::string(member.key));
      }
    }
  }

  void card(std::string_view name, const Value& value) {
    CardModel& model = table.models_.emplace_back();
    model.name = name;
    for_each_word(value.text(), ' ', [&](std::string_view text) {
      if (text == "mig") {
        model.mig = true;
      } else if (text.starts_with("memory=")) {
        model.memory_mib = number(value, text.substr(7));
      } else if (text.starts_with("old=")) {
        model.old_products = split_text(text.substr(4), ',');
      } else {
        model.products.emplace_back(text);
      }
    });
  }

  void section(std::string_view key, const Value& value) {
    if (key == "resources") {
      table.resources_.reserve(160);
      for (const Value* item : value.items()) {
        group(*item);
      }
    } else if (key == "aliases") {
      for (const Member& member : value.members()) {
        table.aliases_.emplace_back(member.key, member.value->text());
      }
    } else if (key == "mig") {
      for (const Member& member : value.members()) {
        table.mig_families_.push_back({std::string(member.key), split_text(member.value->text(), ' ')});
      }
    } else if (key == "cards") {
      for (const Member& member : value.members()) {
        for (const Value* item : member.value->items()) {
          card(member.key, *item);
        }
      }
    } else {
      fail(value, "unknown key " + std::string(key));
    }
  }

  void index() {
    for (std::uint32_t i = 0; i < table.resources_.size(); ++i) {
      (table.resources_[i].name.empty() ? table.patterns_ : table.by_name_).push_back(i);
    }
    const auto name = [this](std::uint32_t i) -> const std::string& { return table.resources_[i].name; };
    std::sort(table.by_name_.begin(), table.by_name_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
    for (std::size_t i = 1; i < table.by_name_.size(); ++i) {
      if (name(table.by_name_[i - 1]) == name(table.by_name_[i]) && error.empty()) {
        error = name(table.by_name_[i]) + " stands in two rows";
      }
    }
  }
};

tl::expected<AcceleratorTable, std::string> AcceleratorTable::parse(std::string_view yaml) {
  DocumentStream stream(yaml);
  const auto document = stream.next();
  if (!document) {
    return tl::make_unexpected(std::string("the file is empty"));
  }
  if (!*document) {
    return tl::make_unexpected((*document).error().message);
  }
  if (!(**document).root->is(Kind::mapping)) {
    return tl::make_unexpected(std::string("the file isn't a mapping"));
  }
  Reader reader;
  for (const Member& member : (**document).root->members()) {
    reader.section(member.key, *member.value);
  }
  reader.index();
  if (!reader.error.empty()) {
    return tl::make_unexpected(std::move(reader.error));
  }
  return std::move(reader.table);
}

const AcceleratorTable& AcceleratorTable::builtin() {
  static const AcceleratorTable table = [] {
    auto parsed = parse(embedded_file("accelerators.yaml"));
    // A faulty table is a bug that the unit tests find; an empty one would hide it.
    return parsed ? std::move(*parsed) : (std::abort(), AcceleratorTable());
  }();
  return table;
}

const AcceleratorResource* AcceleratorTable::find(std::string_view resource) const {
  const auto found =
      std::lower_bound(by_name_.begin(), by_name_.end(), resource,
                       [this](std::uint32_t i, std::string_view name) { return resources_[i].name < name; });
  if (found != by_name_.end() && resources_[*found].name == resource) {
    return &resources_[*found];
  }
  const std::string_view domain = domain_of(resource);
  for (const std::uint32_t i : patterns_) {
    const AcceleratorResource& row = resources_[i];
    if (domain_of(row.example) == domain && row.pattern.matches(resource)) {
      return &row;
    }
  }
  return nullptr;
}

std::optional<std::string_view> mig_profile(std::string_view resource) {
  if (!resource.starts_with(kMigPrefix)) {
    return std::nullopt;
  }
  resource.remove_prefix(kMigPrefix.size());
  if (resource.ends_with(kSharedSuffix)) {
    resource.remove_suffix(kSharedSuffix.size());
  }
  return resource;
}

const CardModel* AcceleratorTable::find_product(std::string_view product) const {
  // Suffixes that GPU Feature Discovery adds: -MIG-<profile> (strategy single), then -SHARED.
  if (product.ends_with("-SHARED")) {
    product.remove_suffix(7);
  }
  if (const std::size_t mig = product.find("-MIG-"); mig != std::string_view::npos) {
    product = product.substr(0, mig);
  }
  const auto holds = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), product) != names.end();
  };
  for (const CardModel& model : models_) {
    if (holds(model.products) || holds(model.old_products)) {
      return &model;
    }
  }
  return nullptr;
}

} // namespace gpulint
