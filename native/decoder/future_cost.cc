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
  // A word that only phrases with gaps translate, as it may be where a reference is forced, has its share of the best.
  std::vector<float> shares;
  if (!options.gapped().empty()) {
    shares.assign(size_, kNone.score);
    for (const SentenceOptions::Gapped& gapped : options.gapped())
      for (const SourcePieces::Span& piece : gapped.pieces)
        for (std::uint32_t word = piece.begin; word < piece.end; ++word)
          shares[word] = std::max(shares[word], gapped.phrase->options.front().estimate /
                                                    static_cast<float>(gapped.pieces.words()));
  }
  for (std::uint32_t begin = size_; begin-- > 0;) {
    auto improve = [&](Cell& cell, std::uint32_t end) {
      for (std::uint32_t k = begin + 1; k <= std::min(end, begin + longest); ++k) {
        const PhraseOptions* phrase = options.phrase(begin, k);
        bool shared = !phrase && !shares.empty() && k == begin + 1;
        if (!phrase && !shared) continue;
        float score = phrase ? phrase->options.front().estimate : shares[begin];
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
      if (options.phrase(at, next))
        for (std::uint32_t n = options.first(at, next); n != kNoOption; n = options[n].next) numbers.push_back(n);
      at = next;
    }
    if (end >= size_) break;
    begin = coverage.next_gap(end);
  }
}

}  // namespace pitchpipe::decoder
