// Buffered writing to a file descriptor: all that gpu-lint prints goes through this.
//
// iostreams are left out on purpose: they cost more at start-up than a run on a small file, and hide why a write
// failed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace gpulint::cli {

class Output {
public:
  /// Writes to a descriptor that stays open (1, 2).
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  /// Creates or empties a file; the error says why it can't be written.
  static tl::expected<Output, std::string> create(const std::string& path);

  Output(Output&& other) noexcept;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  void write(std::string_view text);
  void flush();
  /// Flushes, and closes a file; false if anything was lost on the way (a full disk), closed pipes excepted.
  bool finish();

  /// Whoever read the other end of the pipe is gone: nothing that is written matters any more.
  bool closed_pipe() const;
  /// Why writing failed, in words; empty while all is well. A closed pipe counts as well.
  std::string failure() const;
  int descriptor() const { return descriptor_; }

private:
  Output(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}
  void write_through(std::string_view text);

  static constexpr std::size_t kBufferBytes = 16u << 10;

  int descriptor_ = -1;
  bool owned_ = false;
  int error_ = 0;
  std::string buffer_;
};

} // namespace gpulint::cli
