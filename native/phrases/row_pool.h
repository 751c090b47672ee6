#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "phrases/array_file.h"
#include "util/hash.h"
#include "util/hash_table.h"

namespace pitchpipe::phrases {

// Writes rows of numbers and gives each its number; a row that was written lately is not written again. What it
// remembers is bounded, so that a few rows of a large file are there twice.
template <class T>
class RowPool {
 public:
  // Where rows start is written to `offsets`, if that is given.
  RowPool(ArrayFile& values, ArrayFile* offsets) : values_(values), offsets_(offsets) {
    forget();
    if (offsets_) offsets_->add(std::uint64_t{0});
  }

  // Throws std::runtime_error for the row after 2^32, or if a file cannot be written.
  std::uint32_t add(std::span<const T> row) {
    std::uint64_t hash = util::hash_words(row);
    auto same = [&](std::uint32_t i) {
      return std::ranges::equal(std::as_bytes(remembered(i)), std::as_bytes(row));
    };
    if (std::uint32_t known = numbers_.find(hash, same); known != util::Numbering::kNone) return first_ + known;
    if (starts_.size() == kMostRows || memory_.size() > kMostValues) forget();
    if (written_ == UINT32_MAX) throw std::runtime_error("the table has more rows than can be numbered, 2^32");
    numbers_.insert(hash, same, [&](std::uint32_t i) { return util::hash_words(remembered(i)); });
    memory_.insert(memory_.end(), row.begin(), row.end());
    starts_.push_back(memory_.size());
    values_.add(row);
    end_ += row.size();
    if (offsets_) offsets_->add(end_);
    return written_++;
  }

 private:
  static constexpr std::size_t kMostRows = std::size_t{1} << 20;
  static constexpr std::size_t kMostValues = std::size_t{1} << 23;

  std::span<const T> remembered(std::size_t i) const {
    return std::span(memory_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

  void forget() {
    numbers_.clear();
    starts_.assign(1, 0);
    memory_.clear();
    first_ = written_;
  }

  ArrayFile& values_;
  ArrayFile* offsets_;
  util::Numbering numbers_;
  std::vector<std::size_t> starts_;
  std::vector<T> memory_;
  std::uint32_t first_ = 0, written_ = 0;  // first_: number of the first row that is remembered
  std::uint64_t end_ = 0;
};

}  // namespace pitchpipe::phrases
