#include "util/sorted_runs.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <queue>
#include <stdexcept>

#include "util/file_error.h"
#include "util/parallel.h"

namespace pitchpipe::util {

namespace {

constexpr std::size_t kSmallestBuffer = 1 << 12;

struct Place {
  std::uint64_t prefix;
  const std::uint32_t* record;
};

int compared(const std::uint32_t* a, const std::uint32_t* b, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

// Adds the counts of `from` to `to`, or returns false and changes nothing if one would pass 32 bits.
bool add_counts(std::uint32_t* to, const std::uint32_t* from, std::size_t counts) {
  for (std::size_t i = 0; i < counts; ++i)
    if (to[i] > UINT32_MAX - from[i]) return false;
  for (std::size_t i = 0; i < counts; ++i) to[i] += from[i];
  return true;
}

std::vector<std::uint32_t> sorted(const std::uint32_t* records, std::size_t count, std::size_t width,
                                  std::size_t key) {
  std::vector<Place> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t* record = records + i * width;
    std::uint64_t second = key > 1 ? record[1] : 0;
    places[i] = {std::uint64_t{record[0]} << 32 | second, record};
  }
  std::size_t skipped = std::min<std::size_t>(key, 2);
  std::sort(places.begin(), places.end(), [=](const Place& a, const Place& b) {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    return compared(a.record + skipped, b.record + skipped, key - skipped) < 0;
  });
  std::vector<std::uint32_t> result;
  result.reserve(count * width);
  for (const Place& place : places) {
    std::uint32_t* last = result.empty() ? nullptr : result.data() + result.size() - width;
    if (last && compared(last, place.record, key) == 0 &&
        add_counts(last + key, place.record + key, width - key))
      continue;
    result.insert(result.end(), place.record, place.record + width);
  }
  return result;
}

}  // namespace

// A temporary file that has no name: it is gone when it is closed, however the process ends.
class SortedRuns::Spill {
 public:
  explicit Spill(const std::string& folder) {
    std::string name = folder + "/pitchpipe-sort-XXXXXX";
    descriptor_ = ::mkstemp(name.data());
    if (descriptor_ < 0) throw FileError("cannot be made");
    ::unlink(name.c_str());
  }
  ~Spill() { ::close(descriptor_); }
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  std::size_t size() const { return size_; }

  void write(const void* data, std::size_t bytes) {
    const char* at = static_cast<const char*>(data);
    while (bytes > 0) {
      ssize_t done = ::pwrite(descriptor_, at, bytes, static_cast<off_t>(size_));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw FileError("cannot be written");
      at += done;
      bytes -= static_cast<std::size_t>(done);
      size_ += static_cast<std::size_t>(done);
    }
  }

  void read(void* data, std::size_t bytes, std::size_t from) const {
    char* at = static_cast<char*>(data);
    while (bytes > 0) {
      ssize_t done = ::pread(descriptor_, at, bytes, static_cast<off_t>(from));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw FileError("cannot be read");
      at += done;
      bytes -= static_cast<std::size_t>(done);
      from += static_cast<std::size_t>(done);
    }
  }

 private:
  int descriptor_;
  std::size_t size_ = 0;
};

// The records of one run, in order, from memory or through a small buffer from the file.
class SortedRuns::Source {
 public:
  Source(const std::vector<std::uint32_t>& records, std::size_t width)
      : at_(records.data()), end_(at_ + records.size()), width_(width) {}

  Source(const Spill& file, Run run, std::size_t width, std::size_t bytes)
      : width_(width), file_(&file), next_(run.begin), last_(run.end) {
    std::size_t record = width * sizeof(std::uint32_t);
    buffer_.resize(std::max<std::size_t>(std::min(bytes, run.end - run.begin) / record, 1) * width);
    refill();
  }

  bool empty() const { return at_ == end_; }
  const std::uint32_t* record() const { return at_; }
  void advance() {
    at_ += width_;
    if (at_ == end_ && file_) refill();
  }

 private:
  void refill() {
    std::size_t bytes = std::min(buffer_.size() * sizeof(std::uint32_t), last_ - next_);
    file_->read(buffer_.data(), bytes, next_);
    next_ += bytes;
    at_ = buffer_.data();
    end_ = at_ + bytes / sizeof(std::uint32_t);
  }

  const std::uint32_t* at_ = nullptr;
  const std::uint32_t* end_ = nullptr;
  std::size_t width_;
  const Spill* file_ = nullptr;
  std::size_t next_ = 0;
  std::size_t last_ = 0;
  std::vector<std::uint32_t> buffer_;
};

SortedRuns::SortedRuns(Settings settings) : settings_(std::move(settings)) {
  if (settings_.key == 0 || settings_.key > settings_.width)
    throw std::invalid_argument("records need a key that is not longer than they are");
  // Sorting takes the records twice and a place for each.
  std::size_t record = settings_.width * sizeof(std::uint32_t);
  std::size_t records = settings_.memory / (2 * record + sizeof(Place));
  capacity_ = std::max<std::size_t>(records, 16) * settings_.width;
}

SortedRuns::~SortedRuns() = default;

void SortedRuns::add(const std::uint32_t* records, std::size_t count) {
  while (count > 0) {
    if (buffer_.size() == capacity_) spill();
    std::size_t fits = std::min(count, (capacity_ - buffer_.size()) / settings_.width);
    buffer_.insert(buffer_.end(), records, records + fits * settings_.width);
    records += fits * settings_.width;
    count -= fits;
  }
}

void SortedRuns::add_run(std::span<const std::uint32_t> records) {
  const std::size_t width = settings_.width;
  if (records.size() % width != 0) throw std::invalid_argument("a run ends within a record");
  for (std::size_t at = width; at < records.size(); at += width)
    if (compared(&records[at - width], &records[at], settings_.key) > 0)
      throw std::invalid_argument("the records of a run are not in order");
  if (records.empty()) return;
  if (!buffer_.empty()) spill();
  if (!file_) file_ = std::make_unique<Spill>(settings_.folder);
  std::size_t begin = file_->size();
  file_->write(records.data(), records.size_bytes());
  runs_.push_back({begin, file_->size()});
}

void SortedRuns::sort_buffer() {
  std::size_t count = buffer_.size() / settings_.width;
  auto parts = static_cast<std::size_t>(std::max(settings_.threads, 1));
  pieces_.assign(parts, {});
  struct None {};
  parallel_for<None>(parts, settings_.threads, [&](None&, std::size_t i) {
    std::size_t begin = count * i / parts, end = count * (i + 1) / parts;
    pieces_[i] = sorted(buffer_.data() + begin * settings_.width, end - begin, settings_.width, settings_.key);
  }, 1);
  buffer_.clear();
}

void SortedRuns::spill() {
  if (!file_) file_ = std::make_unique<Spill>(settings_.folder);
  sort_buffer();
  std::vector<Source> sources;
  for (const auto& piece : pieces_) sources.emplace_back(piece, settings_.width);
  std::size_t begin = file_->size();
  std::vector<std::uint32_t> block;
  auto flush = [&] {
    file_->write(block.data(), block.size() * sizeof(std::uint32_t));
    block.clear();
  };
  merge_sources(sources, [&](const std::uint32_t* record) {
    block.insert(block.end(), record, record + settings_.width);
    if (block.size() * sizeof(std::uint32_t) >= (std::size_t{1} << 20)) flush();
  });
  flush();
  runs_.push_back({begin, file_->size()});
  pieces_.clear();
}

void SortedRuns::merge(const Visit& visit) {
  if (!runs_.empty() && !buffer_.empty()) spill();
  std::vector<Source> sources;
  if (runs_.empty()) {
    sort_buffer();
    for (const auto& piece : pieces_) sources.emplace_back(piece, settings_.width);
  }
  std::vector<std::uint32_t>().swap(buffer_);
  std::size_t share = std::max(settings_.memory / (runs_.size() + 1), kSmallestBuffer);
  for (Run run : runs_) sources.emplace_back(*file_, run, settings_.width, share);
  merge_sources(sources, visit);
  pieces_.clear();
}

void SortedRuns::merge_sources(std::vector<Source>& sources, const Visit& visit) const {
  auto later = [&](std::size_t a, std::size_t b) {
    int order = compared(sources[a].record(), sources[b].record(), settings_.key);
    return order != 0 ? order > 0 : a > b;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> queue(later);
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (!sources[i].empty()) queue.push(i);
  std::vector<std::uint32_t> last;
  while (!queue.empty()) {
    std::size_t first = queue.top();
    queue.pop();
    const std::uint32_t* record = sources[first].record();
    bool same = !last.empty() && compared(last.data(), record, settings_.key) == 0 &&
                add_counts(last.data() + settings_.key, record + settings_.key, settings_.width - settings_.key);
    if (!same) {
      if (!last.empty()) visit(last.data());
      last.assign(record, record + settings_.width);
    }
    sources[first].advance();
    if (!sources[first].empty()) queue.push(first);
  }
  if (!last.empty()) visit(last.data());
}

}  // namespace pitchpipe::util
