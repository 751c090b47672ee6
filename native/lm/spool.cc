#include "lm/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "util/file_error.h"

namespace pitchpipe::lm {
namespace {

constexpr std::size_t kBufferedWords = std::size_t{1} << 16;

}  // namespace

Spool::Spool(const std::string& folder, std::size_t width)
    : width_(width), buffer_(std::max<std::size_t>(kBufferedWords / width, 1) * width) {
  std::string name = folder + "/pitchpipe-lm-XXXXXX";
  descriptor_ = ::mkstemp(name.data());
  if (descriptor_ < 0) throw util::FileError("cannot be made");
  ::unlink(name.c_str());
}

Spool::~Spool() { ::close(descriptor_); }

std::uint32_t* Spool::add() {
  if (used_ == buffer_.size()) flush();
  std::uint32_t* record = buffer_.data() + used_;
  used_ += width_;
  ++size_;
  return record;
}

void Spool::finish() {
  flush();
  std::vector<std::uint32_t>().swap(buffer_);
}

void Spool::flush() {
  const char* at = reinterpret_cast<const char*>(buffer_.data());
  std::size_t left = used_ * sizeof(std::uint32_t);
  while (left > 0) {
    ssize_t done = ::pwrite(descriptor_, at, left, static_cast<off_t>(written_));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw util::FileError("cannot be written");
    at += done;
    left -= static_cast<std::size_t>(done);
    written_ += static_cast<std::size_t>(done);
  }
  used_ = 0;
}

Spool::Reader::Reader(const Spool& spool)
    : spool_(&spool), buffer_(std::max<std::size_t>(kBufferedWords / spool.width_, 1) * spool.width_) {
  refill();
}

void Spool::Reader::refill() {
  std::size_t bytes = std::min(buffer_.size() * sizeof(std::uint32_t), spool_->written_ - next_), done = 0;
  while (done < bytes) {
    ssize_t now = ::pread(spool_->descriptor_, reinterpret_cast<char*>(buffer_.data()) + done, bytes - done,
                          static_cast<off_t>(next_ + done));
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) throw util::FileError("cannot be read");
    done += static_cast<std::size_t>(now);
  }
  next_ += bytes;
  at_ = buffer_.data();
  end_ = at_ + bytes / sizeof(std::uint32_t);
}

}  // namespace pitchpipe::lm
