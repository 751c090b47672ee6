#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pitchpipe::lm {

// Records of `width` words of 32 bits in a temporary file without a name, written one after the other and then read
// in the same order, through a small buffer. Throws util::FileError if the file cannot be made, written or read.
class Spool {
 public:
  Spool(const std::string& folder, std::size_t width);
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  // Room for one more record, which the caller fills before the next call.
  std::uint32_t* add();

  // Writes what is left in the buffer; there is nothing to add afterwards.
  void finish();

  std::size_t size() const { return size_; }
  int descriptor() const { return descriptor_; }

  // The records from the first to the last. A finished spool may be read several times, one reader after the other.
  class Reader {
   public:
    explicit Reader(const Spool& spool);
    bool empty() const { return at_ == end_; }
    const std::uint32_t* record() const { return at_; }
    void advance() {
      at_ += spool_->width_;
      if (at_ == end_) refill();
    }

   private:
    void refill();

    const Spool* spool_;
    std::vector<std::uint32_t> buffer_;
    const std::uint32_t* at_ = nullptr;
    const std::uint32_t* end_ = nullptr;
    std::size_t next_ = 0;  // byte in the file
  };

 private:
  void flush();

  std::size_t width_;
  int descriptor_;
  std::vector<std::uint32_t> buffer_;
  std::size_t used_ = 0;  // words of the buffer
  std::size_t size_ = 0;  // records
  std::size_t written_ = 0;  // bytes
};

}  // namespace pitchpipe::lm
