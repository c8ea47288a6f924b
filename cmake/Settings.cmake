# Warnings and build settings that every target of ours takes by linking gpulint::settings.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

add_library(gpulint_settings INTERFACE)
add_library(gpulint::settings ALIAS gpulint_settings)

target_include_directories(gpulint_settings INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(gpulint_settings INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Wimplicit-fallthrough
  # g++ 12 is wrong about std::optional and about "text" + std::string when it inlines (its bugs 105329, 105651).
  -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
target_compile_definitions(gpulint_settings INTERFACE GPULINT_VERSION="${PROJECT_VERSION}")

if(GPULINT_SANITIZE)
  # A static binary can't hold the sanitizers' run-time libraries.
  set(GPULINT_STATIC OFF)
  target_compile_options(gpulint_settings INTERFACE
    -fsanitize=${GPULINT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(gpulint_settings INTERFACE -fsanitize=${GPULINT_SANITIZE})
endif()

find_program(GPULINT_CCACHE ccache)
if(GPULINT_CCACHE AND NOT GPULINT_PCH)
  set(CMAKE_C_COMPILER_LAUNCHER "${GPULINT_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${GPULINT_CCACHE}")
endif()
