#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lm/adjusted_counts.h"
#include "lm/ngram_counter.h"
#include "lm/spool.h"
#include "util/sorted_runs.h"

namespace pitchpipe::lm {

using Discounts = std::array<float, 4>;  // for the adjusted counts 0 (always 0), 1, 2, and 3 or more

// Interpolated modified Kneser-Ney smoothing (Chen and Goodman 1998), in the steps of Heafield et al. 2013 and with
// the same single-precision arithmetic as their lmplz, so that the weights are the same to the last bit. What does
// not fit into `memory` bytes goes to temporary files in `folder`.
//
// First adjust() once; then, for n = 1 to the order, discount(n), and interpolate(n) as soon as discount(n + 1) has
// been called, or n is the order.
class KneserNey {
 public:
  struct Settings {
    unsigned order;                         // 1 to 7
    std::vector<std::uint64_t> thresholds;  // one for each order, none smaller than the one before
    std::size_t memory;
    std::string folder;
    int threads = 1;
  };

  explicit KneserNey(Settings settings);
  KneserNey(const KneserNey&) = delete;
  KneserNey& operator=(const KneserNey&) = delete;

  // Takes the counts out of the counter. Throws std::invalid_argument if it is of another order.
  std::vector<CountStatistics> adjust(NgramCounter& counter);

  // Gives each n-gram its discounted share of the probability after the words before it, and the rest, their gamma, to
  // the shorter n-grams (equation 2 of Heafield et al.).
  void discount(unsigned n, const Discounts& discounts);

  // Mixes what discount() gave with the probability of the n-gram without its first word (equation 4). The result has
  // a row for each n-gram that is not pruned, in the order of its words from last to first: n words, then the bits of
  // log10 of the probability and of the back-off weight.
  const Spool& interpolate(unsigned n);

 private:
  util::SortedRuns::Settings sorting(std::size_t width, std::size_t key, std::size_t share) const;

  Settings settings_;
  std::uint64_t vocabulary_ = 0;  // kept words, without <s>
  // By order: adjusted counts, sorted by context; discounted shares, sorted from the last word; the gammas of n-grams
  // that are contexts; interpolated probabilities; the result.
  std::vector<std::unique_ptr<util::SortedRuns>> counts_, shares_;
  std::vector<std::unique_ptr<Spool>> gammas_, probabilities_, rows_;
};

}  // namespace pitchpipe::lm
