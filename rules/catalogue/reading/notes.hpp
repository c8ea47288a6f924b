// Reading notes of a document as findings: what the rules GPU701 to GPU709 and GPU714 share.
#pragma once

#include "rules/engine/rule.hpp"

#include <string>

namespace gpulint {

/// The path of what a note is about; empty where it isn't found among the first hundred thousand values.
std::string path_of(const ReadingNote& note, const Field& root);

/// The text that a note points at.
std::string text_of(const ReadingNote& note, const DocumentContext& in);

/// Reports every note of one kind with the message that `describe` makes for it.
template <typename Describe>
void report_notes(const DocumentContext& in, ReadingDifference difference, Report& report, Describe describe) {
  for (const ReadingNote& note : in.document.notes) {
    if (note.difference == difference) {
      report.add_range(note.range, path_of(note, in.root), describe(note));
    }
  }
}

} // namespace gpulint
