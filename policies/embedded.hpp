// The files of policies/ inside the binary.
#pragma once

#include <span>
#include <string_view>

namespace gpulint {

struct EmbeddedFile {
  std::string_view name; ///< relative to policies/: "default.yaml", "presets/gke.yaml"
  std::string_view text;
};

/// All of them, sorted by name.
std::span<const EmbeddedFile> embedded_files();

/// One of them; a name that isn't there is a bug and gives an empty text.
std::string_view embedded_file(std::string_view name);

} // namespace gpulint
