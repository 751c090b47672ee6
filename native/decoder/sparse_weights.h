#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "phrases/phrase_table.h"

namespace pitchpipe::decoder {

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
  explicit WordHashes(const PhraseTable& table);
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
  void set(std::string_view name, float weight) { weights_[TextHash::of(name).value] = weight; }
  float operator[](TextHash name) const {
    auto found = weights_.find(name.value);
    return found == weights_.end() ? 0 : found->second;
  }
  bool empty() const { return weights_.empty(); }

 private:
  struct Identity {
    std::size_t operator()(std::uint64_t hash) const { return hash; }
  };
  std::unordered_map<std::uint64_t, float, Identity> weights_;
};

}  // namespace pitchpipe::decoder
