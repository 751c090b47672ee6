#include "lm/slot_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "util/file_error.h"

namespace pitchpipe::lm {

SlotMemory::~SlotMemory() {
  if (mapped_) ::munmap(mapped_, capacity_ * sizeof(std::uint32_t));
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SlotMemory::resize(std::size_t size) {
  if (folder_.empty()) {
    words_.resize(size);
  } else {
    if (size > capacity_) map(std::max(size, capacity_ + capacity_ / 64));
    if (size < size_) std::fill(mapped_ + size, mapped_ + size_, 0);
  }
  size_ = size;
}

void SlotMemory::map(std::size_t capacity) {
  if (descriptor_ < 0) {
    std::string name = folder_ + "/pitchpipe-lm-XXXXXX";
    descriptor_ = ::mkstemp(name.data());
    if (descriptor_ < 0) throw util::FileError("cannot be made");
    ::unlink(name.c_str());
  }
  // To write into a map of a file that the disk has no room for would end the process.
  if (int code = ::posix_fallocate(descriptor_, 0, static_cast<off_t>(capacity * sizeof(std::uint32_t)))) {
    errno = code;
    throw util::FileError("cannot be written");
  }
  void* found = ::mmap(nullptr, capacity * sizeof(std::uint32_t), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (found == MAP_FAILED) throw util::FileError("cannot be mapped");
  if (mapped_) ::munmap(mapped_, capacity_ * sizeof(std::uint32_t));
  mapped_ = static_cast<std::uint32_t*>(found);
  capacity_ = capacity;
}

}  // namespace pitchpipe::lm
