#include "phrases/array_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace pitchpipe::phrases {

void ArrayFile::flush() {
  for (std::size_t at = 0; at < buffer_.size();) {
    ssize_t done = ::write(descriptor_, buffer_.data() + at, buffer_.size() - at);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw std::runtime_error(std::string("a temporary file cannot be written: ") + std::strerror(errno));
    at += static_cast<std::size_t>(done);
  }
  buffer_.clear();
}

}  // namespace pitchpipe::phrases
