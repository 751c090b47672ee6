#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::phrases {

// Appends numbers to an open file, through a buffer. The file belongs to the caller, who closes it after the last
// call here.
class ArrayFile {
 public:
  explicit ArrayFile(int descriptor) : descriptor_(descriptor) {}

  // Throws util::FileError if the file cannot be written, as does flush().
  template <class T>
  void add(std::span<const T> values) {
    add_bytes(values.data(), values.size_bytes());
  }
  template <class T>
  void add(T value) {
    add_bytes(&value, sizeof value);
  }
  void flush();

 private:
  void add_bytes(const void* data, std::size_t bytes) {
    const auto* begin = static_cast<const std::uint8_t*>(data);
    buffer_.insert(buffer_.end(), begin, begin + bytes);
    if (buffer_.size() >= kBufferSize) flush();
  }

  static constexpr std::size_t kBufferSize = std::size_t{1} << 20;
  int descriptor_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace pitchpipe::phrases
