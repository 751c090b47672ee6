#pragma once

#include <cstddef>

#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

struct ChrfSettings {
  std::size_t characters;  // longest character n-gram
  std::size_t words;       // longest word n-gram; 0 for chrF, 2 for chrF++
  double beta;             // weight of recall where the best reference is chosen
  bool whitespace;         // whether white space is part of character n-grams

  std::size_t orders() const { return characters + words; }
};

// chrF's statistics of every candidate against the reference of its group that gives it the highest F-score;
// of equals, the first. `rows` holds candidates.size() * 3 * orders values, row by row: clipped matches,
// candidate n-grams and reference n-grams, each for the character orders and then the word orders. Candidate
// n-grams of an order the reference has none of are not counted.
void chrf_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references,
                     const ChrfSettings& settings, int threads, double* rows);

}  // namespace pitchpipe::metrics
