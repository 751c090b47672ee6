#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/hmm.h"
#include "align/word_pairs.h"

namespace pitchpipe::align {

// The parameters of both directions: forward, where target words come from source words, and backward.
struct AlignmentModel {
  std::span<const float> pairs;  // p(target | source) and p(source | target), side by side, pair by pair; last, those
                                 // of pairs that are not in the table, and of two unknown words
  std::span<const float> null_target, null_source;  // by word, that it comes from no word; last, an unknown word
  std::array<std::span<const float>, 2> jumps;      // weights by distance, of each direction; none for model 1
  float null;                                       // probability of a word that comes from no word
};

// Expected counts, laid out as in AlignmentModel, and the log-likelihood of each direction.
struct Expectations {
  std::vector<double> pairs, null_target, null_source;
  std::array<JumpCounts, 2> jumps;
  std::array<double, 2> log_likelihood{};
};

// Throws std::invalid_argument if a size does not fit the pairs or a number is no probability above 1e-15.
void check_model(const WordPairs& pairs, const AlignmentModel& model);

// One E-step over all lines. With agreement, the posteriors of both directions are multiplied link by link before they
// are counted (Liang, Taskar and Klein 2006, section 3.1); null words and jumps are those of each direction on its own.
// Sums are made in an order that does not depend on the number of threads.
Expectations expectations(const WordPairs& pairs, const AlignmentModel& model, bool agreement, int threads);

// The posteriors of all cells of the lines first to last - 1, forward and backward side by side.
std::vector<float> posteriors(const WordPairs& pairs, const AlignmentModel& model, std::size_t first, std::size_t last,
                              int threads);

}  // namespace pitchpipe::align
