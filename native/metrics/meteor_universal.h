#pragma once

#include "metrics/lexicon.h"
#include "metrics/meteor_aligner.h"
#include "metrics/paraphrases.h"
#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

struct UniversalWeights {
  double alpha, beta, gamma, delta;
  double modules[kModules];
};

constexpr std::size_t kUniversalWidth = 6;

// METEOR 1.5's statistics of every candidate against the reference of its group that scores it highest; of equals, the
// first. Marked words of the lexicon are function words, which count 1 - delta where others count delta. `rows` holds
// candidates.size() * kUniversalWidth values: weighted matches and length of the candidate, the same of the reference,
// chunks (none where both sides match as a whole), matched words of both sides.
void universal_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references,
                          const Lexicon& lexicon, const Paraphrases* paraphrases, const ModuleChoice& modules,
                          const UniversalWeights& weights, int threads, double* rows);

}  // namespace pitchpipe::metrics
