// Reading one input whole, within bounds, whatever stands behind its name.
#pragma once

#include "rules/engine/check.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace gpulint::cli {

/// Bytes of one input at a time, kept for the next one.
class TextBuffer {
public:
  std::string_view text() const { return {data_.get(), size_}; }
  std::size_t size() const { return size_; }
  void clear();
  /// Room behind the text for at least one more byte; its size goes to `room`.
  char* grow(std::size_t& room);
  void add(std::size_t bytes) { size_ += bytes; }

private:
  struct Free {
    void operator()(char* data) const { std::free(data); }
  };
  std::unique_ptr<char, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// The bytes of a regular file. Anything else (a folder, pipe, socket or device), a file above kMaxTextBytes and one
/// that changes while it is read are errors. Nothing but a regular file is ever opened, and none is mapped: a mapped
/// file that another program shortens kills its reader.
tl::expected<std::string_view, InputError> read_file(const std::string& path, TextBuffer& buffer);

/// Standard input to its end, with the same bounds.
tl::expected<std::string_view, InputError> read_standard_input(TextBuffer& buffer);

/// A small file (an ignore file, a policy) of at most `limit` bytes, read in the same way.
tl::expected<std::string, InputError> read_small_file(const std::string& path, std::size_t limit);

} // namespace gpulint::cli
