#include "cli/source/read.hpp"

#include "rules/document/reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gpulint::cli {
namespace {

constexpr std::size_t kFirstBytes = 64u << 10;
/// A buffer above this isn't kept from one file to the next.
constexpr std::size_t kKeptBytes = 1u << 20;
/// How often a file that changes under our hands is read again.
constexpr int kAttempts = 3;

InputError error(InputErrorCode code, std::string message) {
  InputError result;
  result.code = code;
  result.message = std::move(message);
  return result;
}

InputError system_error(int number) {
  return error(InputErrorCode::unreadable, std::strerror(number));
}

InputError too_large(std::size_t limit) {
  return error(InputErrorCode::too_large, "larger than " + std::to_string(limit >> 20) + " MiB");
}

std::string_view kind_of(mode_t mode) {
  switch (mode & S_IFMT) {
  case S_IFDIR:
    return "a folder";
  case S_IFIFO:
    return "a pipe; to read one, redirect it to standard input and name `-`";
  case S_IFSOCK:
    return "a socket";
  default:
    return "a device";
  }
}

class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

private:
  int number_;
};

tl::expected<void, InputError> check_regular(const struct stat& status) {
  if (S_ISREG(status.st_mode)) {
    return {};
  }
  return tl::unexpected(
      error(InputErrorCode::unreadable, "not a regular file but " + std::string(kind_of(status.st_mode))));
}

/// Reads on until the end, an error or `limit` bytes are passed.
tl::expected<void, InputError> read_to_end(int descriptor, std::size_t limit, TextBuffer& buffer) {
  for (;;) {
    std::size_t room = 0;
    char* const to = buffer.grow(room);
    const ssize_t count = ::read(descriptor, to, std::min(room, limit + 1 - buffer.size()));
    if (count == 0) {
      return {};
    }
    if (count < 0) {
      if (errno == EINTR) {
        continue;
      }
      return tl::unexpected(system_error(errno));
    }
    buffer.add(static_cast<std::size_t>(count));
    if (buffer.size() > limit) {
      return tl::unexpected(too_large(limit));
    }
  }
}

bool is_same(const struct stat& before, const struct stat& after) {
  return before.st_size == after.st_size && before.st_mtim.tv_sec == after.st_mtim.tv_sec &&
         before.st_mtim.tv_nsec == after.st_mtim.tv_nsec;
}

enum class Attempt { done, changed };

tl::expected<Attempt, InputError> read_once(const std::string& path, std::size_t limit, TextBuffer& buffer) {
  // Looked at before it is opened, for opening some devices does something; and again afterwards, for the name may
  // lead elsewhere by then. O_NONBLOCK: a pipe put there in between must not hold us.
  struct stat before {};
  if (::stat(path.c_str(), &before) != 0) {
    return tl::unexpected(system_error(errno));
  }
  if (auto regular = check_regular(before); !regular) {
    return tl::unexpected(std::move(regular.error()));
  }
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number() < 0 || ::fstat(file.number(), &before) != 0) {
    return tl::unexpected(system_error(errno));
  }
  if (auto regular = check_regular(before); !regular) {
    return tl::unexpected(std::move(regular.error()));
  }
  if (before.st_size > static_cast<off_t>(limit)) {
    return tl::unexpected(too_large(limit));
  }
  if (auto read = read_to_end(file.number(), limit, buffer); !read) {
    return tl::unexpected(std::move(read.error()));
  }
  struct stat after {};
  if (::fstat(file.number(), &after) != 0) {
    return tl::unexpected(system_error(errno));
  }
  return is_same(before, after) ? Attempt::done : Attempt::changed;
}

tl::expected<std::string_view, InputError> read_regular(const std::string& path, std::size_t limit,
                                                        TextBuffer& buffer) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    buffer.clear();
    auto read = read_once(path, limit, buffer);
    if (!read) {
      return tl::unexpected(std::move(read.error()));
    }
    if (*read == Attempt::done) {
      return buffer.text();
    }
  }
  return tl::unexpected(error(InputErrorCode::unreadable, "changes while it is read"));
}

} // namespace

void TextBuffer::clear() {
  size_ = 0;
  if (capacity_ > kKeptBytes) {
    data_.reset();
    capacity_ = 0;
  }
}

char* TextBuffer::grow(std::size_t& room) {
  if (size_ == capacity_) {
    const std::size_t wanted = capacity_ == 0 ? kFirstBytes : capacity_ * 2;
    // realloc moves large blocks by their pages: the text is never held twice.
    void* const larger = std::realloc(data_.get(), wanted); // NOLINT: ownership is taken over in the next lines
    if (larger == nullptr) {
      throw std::bad_alloc();
    }
    static_cast<void>(data_.release());
    data_.reset(static_cast<char*>(larger));
    capacity_ = wanted;
  }
  room = capacity_ - size_;
  return data_.get() + size_;
}

tl::expected<std::string_view, InputError> read_file(const std::string& path, TextBuffer& buffer) {
  return read_regular(path, kMaxTextBytes, buffer);
}

tl::expected<std::string_view, InputError> read_standard_input(TextBuffer& buffer) {
  buffer.clear();
  if (auto read = read_to_end(STDIN_FILENO, kMaxTextBytes, buffer); !read) {
    return tl::unexpected(std::move(read.error()));
  }
  return buffer.text();
}

tl::expected<std::string, InputError> read_small_file(const std::string& path, std::size_t limit) {
  TextBuffer buffer;
  return read_regular(path, limit, buffer).map([](std::string_view text) { return std::string(text); });
}

} // namespace gpulint::cli
