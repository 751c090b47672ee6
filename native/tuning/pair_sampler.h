#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::tuning {

// One drawn pair of candidates of a group, and the number in [0, 1) that decides whether it is accepted.
struct PairDraw {
  std::uint32_t first, second;
  double chance;
};

// The draws of one group: a function of seed, group and the number of the draw, so that no draw depends on
// another one or on a thread. Candidates are uniform to within size / 2^32.
class PairDraws {
 public:
  PairDraws(std::uint64_t seed, std::uint64_t group, std::uint32_t size);
  PairDraw operator()(std::uint64_t draw) const;

 private:
  std::uint64_t key_;
  std::uint64_t size_;
};

struct PairSampling {
  std::uint64_t samples;    // draws for each group; both candidates may be the same one
  std::uint64_t keep;       // the most pairs kept of a group
  bool sigmoid;             // accept by a sigmoid centred on the group's mean gold difference, or by a step
  double threshold;         // where the step is
  bool distinct;            // a pair drawn again, in either order, counts once
  std::int64_t most_words;  // pairs whose lengths differ by more are not accepted; looked at if lengths are given
};

struct SampledPairs {
  std::vector<std::int64_t> better, worse;
};

// The sampler of Hopkins and May (2011), figure 4, on each group: of the accepted draws those with the largest gold
// differences, group after group, largest first, of equals the one drawn first. Pairs of equal gold are never
// accepted: neither candidate is the better one. `lengths` are empty or one for each candidate.
// Throws std::invalid_argument if the sizes disagree or a gold score is not finite.
SampledPairs sample_pairs(std::span<const double> gold, std::span<const std::int64_t> lengths,
                          std::span<const std::int64_t> offsets, const PairSampling& how, std::uint64_t seed,
                          int threads);

}  // namespace pitchpipe::tuning
