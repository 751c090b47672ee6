#include "tuning/online_learner.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace pitchpipe::tuning {

OnlineLearner::OnlineLearner(const FeatureRows& rows, std::span<const double> start, double c,
                             std::span<const double> shares)
    : rows_(rows), weights_(start), c_(c), shares_(shares.begin(), shares.end()) {
  if (start.size() != rows.feature_count())
    throw std::invalid_argument(std::to_string(start.size()) + " start weights for " +
                                std::to_string(rows.feature_count()) + " features");
  if (shares.size() != rows.group_count())
    throw std::invalid_argument(std::to_string(shares.size()) + " shares for " + std::to_string(rows.group_count()) +
                                " groups");
  if (!std::all_of(start.begin(), start.end(), [](double weight) { return std::isfinite(weight); }))
    throw std::invalid_argument("a start weight is NaN or infinite");
  auto positive = [](double value) { return value > 0 && std::isfinite(value); };
  if (!positive(c) || !std::all_of(shares.begin(), shares.end(), positive))
    throw std::invalid_argument("C and the shares of groups are above 0 and finite");
}

void OnlineLearner::epoch(std::span<const std::int64_t> groups) {
  for (std::int64_t group : groups)
    if (group < 0 || static_cast<std::size_t>(group) >= rows_.group_count())
      throw std::out_of_range("there is no group " + std::to_string(group));
  for (std::int64_t group : groups) {
    visit(static_cast<std::size_t>(group));
    weights_.tick();
  }
}

}  // namespace pitchpipe::tuning
