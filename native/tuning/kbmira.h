#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tuning/gold.h"
#include "tuning/online_learner.h"

namespace pitchpipe::tuning {

// Batch k-best MIRA (Cherry and Foster 2012): a visit moves the weights from fear towards hope.
class KbMira : public OnlineLearner {
 public:
  // Gold is that of these rows. Throws std::invalid_argument as OnlineLearner does.
  KbMira(const FeatureRows& rows, std::unique_ptr<Gold> gold, std::span<const double> start, double c,
         std::span<const double> shares);

 private:
  void visit(std::size_t group) override;

  std::unique_ptr<Gold> gold_;
  std::vector<double> model_scores_, gold_scores_;
  std::vector<Entry> difference_;
};

}  // namespace pitchpipe::tuning
