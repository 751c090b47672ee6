#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "phrases/phrase_table.h"

namespace pitchpipe::phrases {

// p(e|f): the third of Moses's scores, or the last one where there are fewer.
inline float probability_of(const PhraseTable::Entry& entry) {
  return entry.scores[std::min<std::size_t>(2, entry.scores.size() - 1)];
}

// Which translations of a source phrase a table keeps.
struct PhraseFilter {
  float least_probability = -std::numeric_limits<float>::infinity();  // natural logarithm of p(e|f)
  float least_count = 0;                                              // joint count
  std::size_t top = std::numeric_limits<std::size_t>::max();          // how many, the best ones

  bool passes(const PhraseTable::Entry& entry) const {
    return probability_of(entry) >= least_probability && entry.joint_count >= least_count;
  }
};

// Puts into `order` the entries of a source phrase to keep, best first by p(e|f); of equals, words_before(a, b)
// decides by their targets, which differ.
template <class WordsBefore>
void best_first(std::span<const PhraseTable::Entry> entries, const PhraseFilter& filter, WordsBefore words_before,
                std::vector<std::uint32_t>& order) {
  order.clear();
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (filter.passes(entries[i])) order.push_back(static_cast<std::uint32_t>(i));
  auto better = [&](std::uint32_t a, std::uint32_t b) {
    float p = probability_of(entries[a]), q = probability_of(entries[b]);
    return p != q ? p > q : words_before(entries[a].target, entries[b].target);
  };
  std::sort(order.begin(), order.end(), better);
  if (order.size() > filter.top) order.resize(filter.top);
}

}  // namespace pitchpipe::phrases
