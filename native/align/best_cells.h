#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/word_pairs.h"

namespace pitchpipe::align {

// Of the posteriors of these lines' cells, 1 for those that are best, 0 for others, side by side as they are: forward,
// the best link of each target word, backward, of each source word, if it is likelier than no link; the first of equals.
std::vector<std::uint8_t> best_cells(const WordPairs& pairs, std::span<const float> posteriors, std::size_t first,
                                     std::size_t last, int threads);

}  // namespace pitchpipe::align
