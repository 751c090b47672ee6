#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "phrases/discounts.h"
#include "phrases/pair_records.h"
#include "util/sorted_runs.h"

namespace pitchpipe::phrases {

// Whether a source phrase is wanted; empty if all are.
using SourceFilter = std::function<bool(std::span<const WordId>)>;

// Takes instance records in order and adds a pair record for each phrase pair to `pairs`: with the most frequent
// alignment (of equals the first in the order of the records), and with what is counted of the target phrase over all pairs.
// Holds the pairs of one target phrase.
class PairCounter {
 public:
  // Pairs whose source phrase is not wanted are counted but not passed on.
  PairCounter(const PairRecords& records, const SourceFilter& only, util::SortedRuns& pairs)
      : records_(records),
        only_(only),
        pairs_(pairs),
        orientation_counts_(records.orientation_counts() * PhraseOrientations::kCount) {}

  // Throws std::runtime_error if a count passes 2^32, or if `pairs` cannot be written.
  void add(const std::uint32_t* instance);
  void finish();

  std::size_t size() const { return size_; }  // pairs passed on
  const CountsOfCounts& counts_of_counts() const { return counts_; }  // of all pairs

 private:
  void finish_alignment();
  void finish_pair();
  void finish_target();

  const PairRecords& records_;
  const SourceFilter& only_;
  util::SortedRuns& pairs_;

  std::vector<std::uint32_t> last_;  // the record before
  std::vector<std::uint32_t> best_;  // alignment
  std::uint64_t best_count_ = 0, alignment_count_ = 0, pair_count_ = 0, target_count_ = 0;
  std::vector<std::uint64_t> orientation_counts_;
  std::vector<std::uint32_t> of_target_;  // pair records
  CountsOfCounts counts_, target_counts_;
  std::vector<WordId> source_;
  std::size_t size_ = 0;
};

}  // namespace pitchpipe::phrases
