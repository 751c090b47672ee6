#pragma once

#include <cstddef>

#include "metrics/lexicon.h"
#include "metrics/paraphrases.h"
#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

struct TerpCosts {
  double match, insertion, deletion, substitution, stem, synonym, shift;
  double paraphrase[4];  // a pair of probability p and e edits costs [0] + e ([1] log10 p + [2] p + [3]), at least 0
};

// Which words may shift: none; those that are equal; those that match in any way, with or without paraphrases between.
enum class Shifting { kNone, kExact, kWords, kRelaxed };

struct TerpLimits {
  Shifting shifting;
  std::size_t shift_size, shift_distance;
  bool stems, synonyms;
};

// TERp's statistics of every candidate: the lowest cost over the references of its group, and their average length. Marked
// words of the lexicon are stop words, which do not shift alone. `paraphrases` may be null. `rows` holds
// candidates.size() * 2 values.
void terp_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, const Lexicon& lexicon,
                     const Paraphrases* paraphrases, const TerpCosts& costs, const TerpLimits& limits, int threads,
                     double* rows);

}  // namespace pitchpipe::metrics
