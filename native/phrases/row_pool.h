#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

#include "phrases/array_file.h"
#include "phrases/hash_slots.h"

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
    std::uint64_t hash = hash_of(row);
    auto known = find_slot(slots_, hash, [&](std::size_t i) {
      return std::ranges::equal(std::as_bytes(remembered(i)), std::as_bytes(row));
    });
    if (known) return first_ + static_cast<std::uint32_t>(*known);
    if (starts_.size() == kMostRows || memory_.size() > kMostValues) forget();
    if (starts_.size() * 2 > slots_.size()) grow();
    if (written_ == UINT32_MAX) throw std::runtime_error("the table has more rows than can be numbered, 2^32");
    take_slot(slots_, hash, starts_.size() - 1);
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

  static std::uint64_t hash_of(std::span<const T> row) {
    std::uint64_t hash = row.size();
    for (T value : row) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof value);
      hash = mix_hash(hash, bits);
    }
    return mix_hash(hash, 0);
  }

  std::span<const T> remembered(std::size_t i) const {
    return std::span(memory_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

  void forget() {
    slots_.assign(std::max<std::size_t>(slots_.size(), 256), 0);
    starts_.assign(1, 0);
    memory_.clear();
    first_ = written_;
  }

  void grow() {
    slots_.assign(slots_.size() * 4, 0);
    for (std::size_t i = 0; i + 1 < starts_.size(); ++i) take_slot(slots_, hash_of(remembered(i)), i);
  }

  ArrayFile& values_;
  ArrayFile* offsets_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::size_t> starts_;
  std::vector<T> memory_;
  std::uint32_t first_ = 0, written_ = 0;  // first_: number of the first row that is remembered
  std::uint64_t end_ = 0;
};

}  // namespace pitchpipe::phrases
