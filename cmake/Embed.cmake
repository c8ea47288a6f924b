# gpulint_embed(OUTPUT files...): a C++ source that holds the files' texts for policies/embedded.hpp.
#
# Names are relative to the current source folder and must be given sorted.
function(gpulint_embed output)
  set(entries "")
  foreach(file IN LISTS ARGN)
    file(READ "${CMAKE_CURRENT_SOURCE_DIR}/${file}" text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
    string(APPEND entries "    EmbeddedFile{\"${file}\", R\"gpulint~(${text})gpulint~\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT "${output}" CONTENT [[
#include "policies/embedded.hpp"

#include <algorithm>
#include <array>

namespace gpulint {
namespace {

constexpr std::array kFiles = {
@entries@};

} // namespace

std::span<const EmbeddedFile> embedded_files() { return kFiles; }

std::string_view embedded_file(std::string_view name) {
  const auto found = std::find_if(kFiles.begin(), kFiles.end(), [&](const EmbeddedFile& file) { return file.name == name; });
  return found == kFiles.end() ? std::string_view() : found->text;
}

} // namespace gpulint
]] @ONLY)
endfunction()
