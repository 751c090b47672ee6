#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phrases/phrase_table.h"
#include "util/hash_table.h"

namespace pitchpipe::decoder {

using util::WordId;

// A hash of a text that can be put together from the hashes of its pieces: a polynomial modulo 2^61 - 1.
struct TextHash {
  std::uint64_t value = 0;
  std::uint64_t power = 1;  // the base to the length

  static TextHash of(std::string_view text);
  TextHash operator+(TextHash next) const;  // of this text followed by the next

  // One of 2^bits buckets, which as good as randomly chosen texts share; bits are from 1 to 32.
  std::uint64_t bucket(int bits) const { return (value * 0x9E3779B97F4A7C15u) >> (64 - bits); }
};

// The hashes of a table's words, which sparse features' names are put together from.
struct WordHashes {
  std::vector<TextHash> source, target;

  WordHashes() = default;
  explicit WordHashes(const phrases::PhraseTable& table);
};

// Weights of sparse features, found by the hash of their names, so that no name is put together to find one.
class SparseWeights {
 public:
  SparseWeights() = default;
  // A weight for each TextHash::value; of a repeated one the last counts. Throws std::invalid_argument if there are not
  // as many weights as names, or a number is not such a hash.
  SparseWeights(std::span<const std::uint64_t> names, std::span<const float> weights);
  // A weight for each bucket of names. Throws std::invalid_argument as well if a number is not such a bucket.
  SparseWeights(std::span<const std::uint64_t> buckets, std::span<const float> weights, int bits);

  bool empty() const { return weights_.size() == 0; }
  float operator[](TextHash name) const { return weights_[bits_ ? name.bucket(bits_) : name.value]; }

 private:
  void insert(std::span<const std::uint64_t> numbers, std::span<const float> weights, std::uint64_t end);

  util::KeyMap<float> weights_;
  int bits_ = 0;  // of buckets; 0 if names have weights of their own
};

}  // namespace pitchpipe::decoder
