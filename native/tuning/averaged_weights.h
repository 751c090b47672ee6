#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuning/feature_rows.h"

namespace pitchpipe::tuning {

// Weights that an online learner moves, and their average over all ticks so far, the start not counted. A move costs
// the time of its entries: what it lacks in the average is kept beside the weights.
class AveragedWeights {
 public:
  explicit AveragedWeights(std::span<const double> start)
      : weights_(start.begin(), start.end()), missing_(start.size(), 0.0) {}

  std::span<const double> now() const { return weights_; }
  void move(std::span<const Entry> direction, double step) {
    for (auto [feature, value] : direction) {
      weights_[feature] += step * value;
      missing_[feature] += ticks_ * step * value;
    }
  }
  void tick() { ticks_ += 1; }
  std::vector<double> average() const {
    std::vector<double> average(weights_);
    if (ticks_ > 0)
      for (std::size_t f = 0; f < average.size(); ++f) average[f] -= missing_[f] / ticks_;
    return average;
  }

 private:
  std::vector<double> weights_;
  std::vector<double> missing_;  // the sum of moves, each times the ticks before it
  double ticks_ = 0;
};

}  // namespace pitchpipe::tuning
