#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pitchpipe::lm {

// Words of 32 bits in memory or, if a folder is given, in a map of a temporary file there that has no name: the system
// then keeps in memory as much of them as it has room for. Throws util::FileError if the disk has no room.
class SlotMemory {
 public:
  explicit SlotMemory(std::string folder = {}) : folder_(std::move(folder)) {}
  ~SlotMemory();
  SlotMemory(SlotMemory&& other) noexcept { swap(other); }
  SlotMemory& operator=(SlotMemory&& other) noexcept {
    swap(other);
    return *this;
  }

  std::uint32_t* data() { return mapped_ ? mapped_ : words_.data(); }
  const std::uint32_t* data() const { return mapped_ ? mapped_ : words_.data(); }
  std::size_t size() const { return size_; }
  const std::string& folder() const { return folder_; }

  // What is new is 0.
  void resize(std::size_t size);

 private:
  void swap(SlotMemory& other) noexcept {
    std::swap(folder_, other.folder_);
    std::swap(words_, other.words_);
    std::swap(mapped_, other.mapped_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(descriptor_, other.descriptor_);
  }
  void map(std::size_t capacity);

  std::string folder_;
  std::vector<std::uint32_t> words_;
  std::uint32_t* mapped_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
  int descriptor_ = -1;
};

}  // namespace pitchpipe::lm
