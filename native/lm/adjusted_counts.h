#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "util/sorted_runs.h"

namespace pitchpipe::lm {

inline constexpr std::uint32_t kUnknown = 0, kBegin = 1, kEnd = 2;  // <unk>, <s>, </s>

// What the discounts of one order are made from.
struct CountStatistics {
  std::array<std::uint64_t, 5> of_counts{};  // how many n-grams have the adjusted count 0, 1, 2, 3, 4
  std::uint64_t all = 0;
  std::uint64_t kept = 0;  // after pruning
};

// An n-gram with the words reversed: last word first.
struct AdjustedNgram {
  unsigned order;
  const std::uint32_t* reversed;
  std::uint64_t count;
  bool pruned;
};

// From the n-grams of the highest order (records of their words reversed, and a count, <s> before the first word of a
// line as often as needed) to the adjusted counts of all orders (Chen and Goodman 1998): how many different words
// precede an n-gram; but how often it occurs if it is of the highest order or starts with <s>. An n-gram that occurs
// at most thresholds[n - 1] times is pruned; <unk>, <s> and </s> never are.
//
// Visits every n-gram, those of an order in the order of their reversed words. Like lmplz, the statistics count the
// very last n-gram of each lower order by how often it occurs.
std::vector<CountStatistics> adjust_counts(util::SortedRuns& counted, unsigned order,
                                           std::span<const std::uint64_t> thresholds,
                                           const std::function<void(const AdjustedNgram&)>& visit);

}  // namespace pitchpipe::lm
