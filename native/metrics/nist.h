#pragma once

#include <cstddef>

#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

// NIST's statistics of every candidate against the references of its group; the information of an n-gram comes
// from all references. `rows` holds candidates.size() * (2 * order + 1) values, row by row: information of the
// clipped matches of order 1 to N, n-grams of order 1 to N, average reference length.
void nist_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, std::size_t order,
                     int threads, double* rows);

}  // namespace pitchpipe::metrics
