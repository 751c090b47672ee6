#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace pitchpipe::util {

// What the system would not do with a temporary file, and why: Python raises it as OSError.
class FileError : public std::runtime_error {
 public:
  // `what` is a verb, as in "cannot be written"; the reason is errno's.
  explicit FileError(const std::string& what) : FileError(what, errno) {}

  int code() const { return code_; }

 private:
  FileError(const std::string& what, int code) : std::runtime_error("a temporary file " + what + ": " + std::strerror(code)), code_(code) {}

  int code_;
};

}  // namespace pitchpipe::util
