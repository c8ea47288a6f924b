// Kinds to rows: the hash index, and the index of policies/workloads.yaml that is made without parsing it.
#include "rules/workload/rows.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>

namespace gpulint::workload {
namespace {

std::size_t hash(std::string_view kind) {
  return std::hash<std::string_view>()(kind);
}

/// The names between the first `[` and `]` of a text, and what follows.
struct Names {
  std::vector<std::string_view> names;
  std::string_view rest;
};

Names bracketed(std::string_view text) {
  Names result;
  const std::size_t open = text.find('[');
  const std::size_t close = text.find(']', open);
  if (close == std::string_view::npos) {
    return result;
  }
  result.rest = text.substr(close + 1);
  text = text.substr(open + 1, close - open - 1);
  static constexpr std::string_view kBetween = ", \n\"";
  while (true) {
    const std::size_t begin = text.find_first_not_of(kBetween);
    if (begin == std::string_view::npos) {
      return result;
    }
    const std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    result.names.push_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

std::string_view after(std::string_view text, std::string_view key) {
  const std::size_t found = text.find(key);
  return found == std::string_view::npos ? std::string_view() : text.substr(found + key.size());
}

void index_row(std::string_view text, Rows& rows) {
  const Names api_versions = bracketed(after(text, "apiVersions:"));
  const Names kinds = bracketed(after(text, "kinds:"));
  StoredRow& row = rows.store(text);
  for (const std::string_view api_version : api_versions.names) {
    for (const std::string_view kind : kinds.names) {
      rows.add({group_of(api_version), kind, &row, false});
    }
  }
}

// Lines "  group: [Kind, Kind]", of which the list may go on over several lines.
void index_groups(std::string_view text, bool builtin, Rows& rows) {
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \n\"");
    const std::size_t colon = text.find(':');
    if (begin == std::string_view::npos || colon == std::string_view::npos) {
      return;
    }
    std::string_view group = begin < colon ? text.substr(begin, colon - begin) : std::string_view();
    group = group.substr(0, group.find('"'));
    const Names kinds = bracketed(text.substr(colon));
    for (const std::string_view kind : kinds.names) {
      if (kind == "*") {
        rows.add_whole_group(group);
      } else {
        rows.add({group, kind, nullptr, builtin});
      }
    }
    text = kinds.rest;
  }
}

/// A part of the file: from a line that begins in the first column to the next such line.
std::string_view take_part(std::string_view& text) {
  std::size_t end = 0;
  do {
    end = text.find('\n', end);
    end = end == std::string_view::npos ? text.size() : end + 1;
  } while (end < text.size() && (text[end] == ' ' || text[end] == '\n'));
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end);
  return part;
}

} // namespace

std::string_view group_of(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

void index_builtin(std::string_view text, Rows& rows) {
  while (!text.empty()) {
    const std::string_view part = take_part(text);
    if (part.starts_with("- ")) {
      index_row(part, rows);
    } else if (part.starts_with("builtin:") || part.starts_with("known:")) {
      index_groups(part.substr(part.find('\n')), part.starts_with("builtin:"), rows);
    }
  }
  rows.index();
}

std::string_view Rows::keep(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  char* copy = static_cast<char*>(arena_.allocate(text.size(), 1));
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

void Rows::index() {
  std::sort(whole_groups_.begin(), whole_groups_.end());
  std::size_t size = 16;
  while (size < entries_.size() * 2) {
    size *= 2;
  }
  slots_.assign(size, 0);
  for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
    std::size_t slot = hash(entries_[entry].kind) & (size - 1);
    while (slots_[slot] != 0) {
      slot = (slot + 1) & (size - 1);
    }
    slots_[slot] = static_cast<std::uint16_t>(entry + 1);
  }
}

const Row& Rows::make(StoredRow& row) const {
  if (row.made) {
    return row.row;
  }
  // The item of the list as a document of its own.
  std::string text(row.text);
  text[0] = ' ';
  auto read = read_row_text(text, const_cast<Rows&>(*this));
  if (!read) {
    std::abort(); // the file is part of the program, and a test reads all of it
  }
  row.row = std::move(*read);
  row.made = true;
  return row.row;
}

const Row& Rows::get(StoredRow& row) const {
  if (row.made) {
    return row.row;
  }
  const std::scoped_lock guard(lock_);
  return make(row);
}

const Row* Rows::find_unlocked(std::string_view group, std::string_view kind) const {
  for (const Entry& entry : entries_) {
    if (entry.row != nullptr && entry.kind == kind && entry.group == group) {
      return &make(*entry.row);
    }
  }
  return nullptr;
}

const Row* Rows::find_locked(std::string_view group, std::string_view kind) const {
  const std::scoped_lock guard(lock_);
  return find_unlocked(group, kind);
}

Rows::Found Rows::find_here(std::string_view api_version, std::string_view kind) const {
  Found found;
  const std::string_view group = group_of(api_version);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash(kind) & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Entry& entry = entries_[slots_[slot] - 1];
    if (entry.kind != kind || entry.group != group) {
      continue;
    }
    found.builtin = found.builtin || entry.builtin;
    if (entry.row == nullptr) {
      found.known = true;
    } else if (found.row == nullptr) {
      const Row& row = get(*entry.row);
      const auto& versions = row.api_versions;
      if (!row.exact || std::find(versions.begin(), versions.end(), api_version) != versions.end()) {
        found.row = &row;
        found.known = true;
      }
    }
  }
  if (!found.known) {
    found.known = std::binary_search(whole_groups_.begin(), whole_groups_.end(), group);
  }
  return found;
}

Rows::Found Rows::find(std::string_view api_version, std::string_view kind) const {
  Found found = find_here(api_version, kind);
  if (fallback != nullptr) {
    const Found other = fallback->find(api_version, kind);
    found.builtin = found.builtin || other.builtin;
    if (!found.known) {
      return other;
    }
  }
  return found;
}

} // namespace gpulint::workload
