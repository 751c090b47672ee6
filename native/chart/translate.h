#pragma once

#include <vector>

#include "chart/forest.h"
#include "chart/search.h"
#include "decoder/translate.h"

namespace pitchpipe::chart {

// Translates sentences on `threads` threads; the results are in the sentences' order and do not depend on threads.
std::vector<decoder::Translations> translate(const Model& model, const Weights& weights,
                                             const SearchSettings& search, const decoder::ListSettings& lists,
                                             const std::vector<decoder::SourceSentence>& sentences, int threads);

// The forests of sentences, in their order.
std::vector<Forest> forests(const Model& model, const Weights& weights, const SearchSettings& search,
                            const std::vector<decoder::SourceSentence>& sentences, int threads);

}  // namespace pitchpipe::chart
