#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
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

// Which templates of sparse features are on, and the word lists that some need.
struct SparseTemplates {
  bool rules = false;           // PT: each phrase pair
  bool alignments = false;      // AL: word pairs aligned within a phrase, and source words aligned to nothing
  bool orientations = false;    // LO: a phrase pair with its orientation
  bool insertions = false;      // target words aligned to nothing
  bool counts = false;          // bins of the phrase pair's count
  bool word_pairs = false;      // pairs of frequent words; others are <other>, unaligned ones <none>
  bool lengths = false;         // of source phrase, target phrase, and both
  std::unordered_set<std::string> frequent_source, frequent_target;

  bool any() const {
    return rules || alignments || orientations || insertions || counts || word_pairs || lengths;
  }
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
