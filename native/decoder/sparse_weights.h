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

  bool empty() const { return weights_.size() == 0; }
  float operator[](TextHash name) const { return weights_[name.value]; }

 private:
  util::KeyMap<float> weights_;
};

}  // namespace pitchpipe::decoder
