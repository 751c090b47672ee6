#include "decoder/future_cost.h"

#include <algorithm>
#include <limits>

namespace pitchpipe::decoder {

void FutureCost::compute(const SentenceOptions& options) {
  size_ = static_cast<std::uint32_t>(options.size());
  auto longest = static_cast<std::uint32_t>(options.longest());
  constexpr Cell kNone{-std::numeric_limits<float>::infinity(), 0};
  cells_.assign(std::size_t{size_} * Coverage::kWindow, kNone);
  tails_.assign(size_ + 1, kNone);
  tails_[size_].score = 0;
  for (std::uint32_t begin = size_; begin-- > 0;) {
    auto improve = [&](Cell& cell, std::uint32_t end) {
      for (std::uint32_t k = begin + 1; k <= std::min(end, begin + longest); ++k) {
        const PhraseOptions* phrase = options.phrase(begin, k);
        if (!phrase) continue;
        float score = phrase->options.front().estimate;
        if (k < end) score += span(k, end);
        if (score > cell.score) cell = {score, k};
      }
    };
    for (std::uint32_t end = begin + 1; end < std::min(size_, begin + Coverage::kWindow + 1); ++end)
      improve(cells_[begin * Coverage::kWindow + (end - begin - 1)], end);
    improve(tails_[begin], size_);
  }
}

float FutureCost::rest(const Coverage& coverage) const {
  float total = 0;
  for (std::uint32_t begin = coverage.first_gap; begin < size_;) {
    std::uint32_t end = coverage.gap_end(begin, size_);
    total += span(begin, end);
    if (end >= size_) break;
    begin = coverage.next_gap(end);
  }
  return total;
}

void FutureCost::best(const Coverage& coverage, const SentenceOptions& options,
                      std::vector<std::uint32_t>& numbers) const {
  for (std::uint32_t begin = coverage.first_gap; begin < size_;) {
    std::uint32_t end = coverage.gap_end(begin, size_);
    for (std::uint32_t at = begin; at < end;) {
      std::uint32_t next = cell(at, end).first_end;
      if (next <= at) return;  // no phrases reach over the gap
      numbers.push_back(options.first(at, next));
      at = next;
    }
    if (end >= size_) break;
    begin = coverage.next_gap(end);
  }
}

}  // namespace pitchpipe::decoder
