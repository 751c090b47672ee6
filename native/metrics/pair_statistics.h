#pragma once

#include <cstddef>
#include <span>

#include "metrics/chrf.h"
#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

// Statistics of every candidate of a group against each of the group's references alone: a row for each pair, those of one
// candidate after each other, as bleu_statistics and chrf_statistics would write them. Where candidates and references are the
// same texts, `references` is null. `rows` has room for all pairs of all groups.
void bleu_pair_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                          std::size_t order, int threads, double* rows);
void chrf_pair_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                          const ChrfSettings& settings, int threads, double* rows);

// Statistics of every candidate against the mean of its group's references: n-grams occur in it as often as they do on average
// (Vamvas and Sennrich 2024). There is a weight for each reference, and those of a group sum to 1.
void bleu_average_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                             std::span<const double> weights, std::size_t order, int threads, double* rows);
void chrf_average_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                             std::span<const double> weights, const ChrfSettings& settings, int threads, double* rows);

}  // namespace pitchpipe::metrics
