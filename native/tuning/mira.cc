#include "tuning/mira.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace pitchpipe::tuning {

Mira::Mira(const FeatureRows& rows, std::span<const double> losses, std::span<const std::int64_t> targets,
           std::span<const double> start, double c, std::span<const double> shares, double tolerance,
           std::size_t most_pairs)
    : OnlineLearner(rows, start, c, shares),
      losses_(losses.begin(), losses.end()),
      tolerance_(tolerance),
      most_pairs_(most_pairs) {
  if (losses.size() != rows.size() || targets.size() != rows.group_count())
    throw std::invalid_argument("losses, targets and features do not fit together");
  if (!std::all_of(losses.begin(), losses.end(), [](double loss) { return std::isfinite(loss); }))
    throw std::invalid_argument("a loss is NaN or infinite");
  if (!(tolerance > 0)) throw std::invalid_argument("the tolerance must be above 0");
  for (std::size_t g = 0; g < targets.size(); ++g) {
    auto target = static_cast<std::size_t>(targets[g]);
    if (targets[g] < 0 || target < rows.begin(g) || target >= rows.end(g))
      throw std::invalid_argument("target " + std::to_string(targets[g]) + " is not in group " + std::to_string(g));
    targets_.push_back(target);
  }
}

// Which mass to move to the taker for the largest gain of the dual.
std::size_t Mira::giver(std::size_t first, std::size_t taker) const {
  std::size_t best = taker;
  double best_gain = 0;
  for (std::size_t i : support_) {
    double ahead = values_[taker] - values_[i];
    if (!(ahead > 0)) continue;
    double gain = ahead * ahead / rows_.squared_distance(first + i, first + taker);
    if (gain > best_gain) best = i, best_gain = gain;
  }
  return best;
}

void Mira::visit(std::size_t group) {
  std::size_t first = rows_.begin(group), count = rows_.end(group) - first;
  const double* losses = losses_.data() + first;
  masses_.assign(count, 0.0);
  support_.assign(1, targets_[group] - first);
  masses_[support_[0]] = c_ * shares_[group];
  double exact = 0;
  values_.resize(count);
  for (std::size_t pair = 0; pair < most_pairs_; ++pair) {
    rows_.score(group, weights_.now(), scores_);
    for (std::size_t i = 0; i < count; ++i) values_[i] = losses[i] + scores_[i];
    auto [least, most] = std::minmax_element(values_.begin(), values_.end());
    if (pair == 0) exact = tolerance_ * (*most - *least);
    auto taker = static_cast<std::size_t>(most - values_.begin());
    auto lower = [&](std::size_t a, std::size_t b) { return values_[a] < values_[b]; };
    std::size_t lowest = *std::min_element(support_.begin(), support_.end(), lower);
    if (!(values_[taker] - values_[lowest] > exact)) return;
    std::size_t from = giver(first, taker);
    if (from == taker) return;
    rows_.difference(first + from, first + taker, difference_);
    double norm = 0;
    for (const Entry& entry : difference_) norm += entry.value * entry.value;
    double wanted = (values_[taker] - values_[from]) / norm;
    bool all = !(wanted < masses_[from]);
    double step = all ? masses_[from] : wanted;
    if (masses_[taker] == 0) support_.push_back(taker);
    masses_[taker] += step;
    masses_[from] = all ? 0 : masses_[from] - step;
    if (all) std::erase(support_, from);
    weights_.move(difference_, step);
  }
}

}  // namespace pitchpipe::tuning
