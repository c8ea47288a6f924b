#include "cli/output.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace gpulint::cli {

tl::expected<Output, std::string> Output::create(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
  if (descriptor < 0) {
    return tl::unexpected(std::string(std::strerror(errno)));
  }
  return Output(descriptor, true);
}

Output::Output(Output&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), owned_(std::exchange(other.owned_, false)),
      error_(other.error_), buffer_(std::move(other.buffer_)) {
  other.buffer_.clear();
}

Output::~Output() {
  if (descriptor_ >= 0) {
    finish();
  }
}

void Output::write(std::string_view text) {
  if (error_ != 0) {
    return;
  }
  if (buffer_.size() + text.size() > kBufferBytes) {
    flush();
  }
  if (text.size() >= kBufferBytes) {
    write_through(text);
  } else {
    buffer_.append(text);
  }
}

void Output::flush() {
  write_through(buffer_);
  buffer_.clear();
}

bool Output::finish() {
  flush();
  if (owned_ && descriptor_ >= 0) {
    // close() tells of a full disk on network file systems.
    if (::close(descriptor_) != 0 && error_ == 0 && errno != EINTR) {
      error_ = errno;
    }
    descriptor_ = -1;
  }
  return error_ == 0 || closed_pipe();
}

bool Output::closed_pipe() const {
  return error_ == EPIPE;
}

std::string Output::failure() const {
  return error_ == 0 ? std::string() : std::string(std::strerror(error_));
}

void Output::write_through(std::string_view text) {
  while (!text.empty() && error_ == 0) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      // A descriptor that another program made non-blocking, as some shells and Node.js do with a shared terminal.
      pollfd wait{.fd = descriptor_, .events = POLLOUT, .revents = 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
}

} // namespace gpulint::cli
