#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/phrase_table.h"
#include "util/hash_table.h"

namespace pitchpipe::phrases {

// How often words are aligned to each other. A word that is not aligned counts as aligned to kNull.
class LexicalTable {
 public:
  static constexpr WordId kNull = 0xFFFFFFFF;

  LexicalTable(std::size_t source_vocabulary, std::size_t target_vocabulary);

  void add(WordId source, WordId target);

  struct Probabilities {
    double source_given_target, target_given_source;
  };
  // Of words that were aligned to each other at least once; 1 otherwise, as in Moses.
  Probabilities operator()(WordId source, WordId target) const;

 private:
  util::KeyMap<std::uint64_t> counts_;                         // of pairs
  std::vector<std::uint64_t> source_counts_, target_counts_;  // kNull's are the last
};

struct LexicalWeights {
  double source_given_target, target_given_source;
};

// The lexical weights of Koehn, Och and Marcu (2003), section 4.4: each word is explained by the average over the words
// it is aligned to, or by kNull. The alignment must lie within the phrases.
LexicalWeights lexical_weights(const LexicalTable& table, std::span<const WordId> source,
                               std::span<const WordId> target, std::span<const AlignmentPoint> alignment);

}  // namespace pitchpipe::phrases
