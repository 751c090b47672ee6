#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tuning/averaged_weights.h"
#include "tuning/feature_rows.h"

namespace pitchpipe::tuning {

// A learner that moves its weights after each group it visits. One thread at a time may use it.
class OnlineLearner {
 public:
  // rows must outlive this. `c` bounds an update and is multiplied by the share of the visited group.
  // Throws std::invalid_argument if the sizes disagree, a start weight is not finite, or c or a share is not positive.
  OnlineLearner(const FeatureRows& rows, std::span<const double> start, double c, std::span<const double> shares);
  virtual ~OnlineLearner() = default;

  // Visits groups in this order, each as often as it is named. Throws std::out_of_range for a group that is not there,
  // before anything has moved.
  void epoch(std::span<const std::int64_t> groups);
  const AveragedWeights& weights() const { return weights_; }

 protected:
  virtual void visit(std::size_t group) = 0;

  const FeatureRows& rows_;
  AveragedWeights weights_;
  double c_;
  std::vector<double> shares_;
};

}  // namespace pitchpipe::tuning
