#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/phrase_table.h"

namespace pitchpipe::phrases {

// Puts small numbers one after the other into words of 32 bits, highest bits first, so that comparing the words
// compares the numbers.
class BitWriter {
 public:
  explicit BitWriter(std::uint32_t* words) : words_(words) {}

  void put(std::uint32_t value, std::size_t bits) {
    pending_ = pending_ << bits | value;
    count_ += bits;
    if (count_ < 32) return;
    count_ -= 32;
    *words_++ = static_cast<std::uint32_t>(pending_ >> count_);
  }
  void finish() {
    if (count_ > 0) *words_ = static_cast<std::uint32_t>(pending_ << (32 - count_));
  }

 private:
  std::uint32_t* words_;
  std::uint64_t pending_ = 0;
  std::size_t count_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const std::uint32_t* words) : words_(words) {}

  std::uint32_t take(std::size_t bits) {
    if (count_ < bits) {
      pending_ = pending_ << 32 | *words_++;
      count_ += 32;
    }
    count_ -= bits;
    return static_cast<std::uint32_t>(pending_ >> count_ & ((std::uint64_t{1} << bits) - 1));
  }

 private:
  const std::uint32_t* words_;
  std::uint64_t pending_ = 0;
  std::size_t count_ = 0;
};

// Phrases of up to `longest` words as a fixed number of 32-bit words, ordered as the phrases are: by their words'
// numbers, a beginning before what it begins.
class PhrasePacking {
 public:
  PhrasePacking(std::size_t vocabulary, std::size_t longest)
      : bits_(static_cast<std::size_t>(std::bit_width(vocabulary))), longest_(longest) {}

  std::size_t size() const { return (bits_ * longest_ + 31) / 32; }

  // A phrase has 1 to `longest` words of the vocabulary.
  template <class Word>
  void pack(std::span<const Word> phrase, std::uint32_t* words) const {
    BitWriter writer(words);
    for (Word word : phrase) writer.put(static_cast<std::uint32_t>(word) + 1, bits_);
    for (std::size_t i = phrase.size(); i < longest_; ++i) writer.put(0, bits_);
    writer.finish();
  }

  void unpack(const std::uint32_t* words, std::vector<WordId>& phrase) const {
    phrase.clear();
    BitReader reader(words);
    for (std::size_t i = 0; i < longest_; ++i) {
      std::uint32_t word = reader.take(bits_);
      if (word == 0) return;
      phrase.push_back(word - 1);
    }
  }

 private:
  std::size_t bits_;
  std::size_t longest_;
};

}  // namespace pitchpipe::phrases
