// Patterns of .gitignore files, as git matches them (gitignore(5)).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpulint::cli {

/// One line of an ignore file.
class IgnorePattern {
public:
  /// Nothing for empty lines and comments.
  static std::optional<IgnorePattern> parse(std::string_view line);

  /// `path` is relative to the folder that holds the ignore file, with `/` between names and none at its ends.
  bool matches(std::string_view path, bool is_folder) const;
  bool negated() const { return negated_; }

private:
  std::string prefix_;                ///< what an anchored pattern begins with, up to the first special character
  std::vector<std::string> segments_; ///< the rest between slashes, escaped; "**" stands for any number of folders
  bool negated_ = false;
  bool only_folders_ = false;
  bool anchored_ = false; ///< else it is matched against the last name alone
};

/// What a list of patterns says about a path.
enum class Verdict { none, ignored, kept };

class IgnoreList {
public:
  static IgnoreList parse(std::string_view text);
  void add(IgnorePattern pattern) { patterns_.push_back(std::move(pattern)); }
  bool empty() const { return patterns_.empty(); }

  /// The last pattern that matches decides. Folders above the path aren't asked: a walk doesn't enter ignored ones.
  Verdict judge(std::string_view path, bool is_folder) const;

private:
  std::vector<IgnorePattern> patterns_;
};

} // namespace gpulint::cli
