#include "tuning/model_score.h"

namespace pitchpipe::tuning {
namespace {

// Several rows side by side: the sum of one alone would wait for the latency of every addition.
template <std::size_t kRows>
void weighted_sums(const double* features, std::span<const double> weights, double* scores) {
  double sums[kRows] = {};
  for (std::size_t f = 0; f < weights.size(); ++f)
    for (std::size_t row = 0; row < kRows; ++row) sums[row] += weights[f] * features[row * weights.size() + f];
  for (std::size_t row = 0; row < kRows; ++row) scores[row] = sums[row];
}

}  // namespace

void model_scores(std::span<const double> features, std::span<const double> weights, std::span<double> scores) {
  constexpr std::size_t kRows = 8;
  std::size_t row = 0;
  for (; row + kRows <= scores.size(); row += kRows)
    weighted_sums<kRows>(features.data() + row * weights.size(), weights, scores.data() + row);
  for (; row < scores.size(); ++row)
    weighted_sums<1>(features.data() + row * weights.size(), weights, scores.data() + row);
}

}  // namespace pitchpipe::tuning
