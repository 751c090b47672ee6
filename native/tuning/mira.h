#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tuning/online_learner.h"

namespace pitchpipe::tuning {

// MIRA with a constraint for each candidate (Cer 2011, equations 6.1 and 6.2): a visit makes the smallest move after
// which the group's target is ahead of every other candidate by that candidate's loss, as far as slack at C allows.
//
// The dual has a mass for each candidate, C in all. Solved by pairwise sequential minimal optimisation, from all of
// the mass on the target, which stands for slack.
class Mira final : public OnlineLearner {
 public:
  // targets: a candidate of each group; losses: one for each candidate, 0 for targets. A visit ends when no constraint
  // is off by more than `tolerance` times the range, before it, of what the constraints are about: loss plus score.
  // Throws std::invalid_argument as OnlineLearner does, and for losses or targets that do not fit.
  Mira(const FeatureRows& rows, std::span<const double> losses, std::span<const std::int64_t> targets,
       std::span<const double> start, double c, std::span<const double> shares, double tolerance,
       std::size_t most_pairs);

 private:
  void visit(std::size_t group) override;
  std::size_t giver(std::size_t first, std::size_t taker) const;

  std::vector<double> losses_;
  std::vector<std::size_t> targets_;
  double tolerance_;
  std::size_t most_pairs_;
  std::vector<double> scores_, values_, masses_;
  std::vector<std::size_t> support_;  // where there is mass
  std::vector<Entry> difference_;
};

}  // namespace pitchpipe::tuning
