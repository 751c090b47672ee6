#include "phrases/array_file.h"

#include <unistd.h>

#include <cerrno>

#include "util/file_error.h"

namespace pitchpipe::phrases {

void ArrayFile::flush() {
  for (std::size_t at = 0; at < buffer_.size();) {
    ssize_t done = ::write(descriptor_, buffer_.data() + at, buffer_.size() - at);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw util::FileError("cannot be written");
    at += static_cast<std::size_t>(done);
  }
  buffer_.clear();
}

}  // namespace pitchpipe::phrases
