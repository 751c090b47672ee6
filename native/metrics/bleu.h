#pragma once

#include <cstddef>

#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

enum class ReferenceLength { kClosest, kShortest, kAverage };

// BLEU's statistics of every candidate against the references of its group. `rows` holds
// candidates.size() * (2 * order + 1) values, row by row: clipped matches of order 1 to N, n-grams of order 1
// to N, reference length.
void bleu_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, std::size_t order,
                     ReferenceLength length, int threads, double* rows);

}  // namespace pitchpipe::metrics
