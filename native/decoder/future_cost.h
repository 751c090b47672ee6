#pragma once

#include <cstdint>
#include <vector>

#include "decoder/coverage.h"
#include "decoder/options.h"

namespace pitchpipe::decoder {

// The best monotone translation of each span, language models scored within phrases only: what the words that are
// not yet covered may still bring (the search-aware paper's algorithm 1). Spans are up to Coverage::kWindow words
// long, or go to the end of the sentence; no others are gaps.
class FutureCost {
 public:
  void compute(const SentenceOptions& options);

  float span(std::uint32_t begin, std::uint32_t end) const {
    return end == size_ ? tails_[begin].score : cells_[begin * Coverage::kWindow + (end - begin - 1)].score;
  }

  float rest(const Coverage& coverage) const;

  // Appends the numbers of the options of the best translations of all gaps, in order.
  void best(const Coverage& coverage, const SentenceOptions& options, std::vector<std::uint32_t>& numbers) const;

 private:
  struct Cell {
    float score;
    std::uint32_t first_end;  // where the first phrase ends
  };
  const Cell& cell(std::uint32_t begin, std::uint32_t end) const {
    return end == size_ ? tails_[begin] : cells_[begin * Coverage::kWindow + (end - begin - 1)];
  }

  std::uint32_t size_ = 0;
  std::vector<Cell> cells_;
  std::vector<Cell> tails_;
};

}  // namespace pitchpipe::decoder
