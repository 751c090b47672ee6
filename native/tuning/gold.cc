#include "tuning/gold.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace pitchpipe::tuning {
namespace {

// A count that decayed to nothing still divides.
constexpr double kLeastCount = 1e-30;

double root(double value, std::size_t order) {
  return order == 4 ? std::sqrt(std::sqrt(value)) : std::pow(value, 1.0 / static_cast<double>(order));
}

}  // namespace

SentenceGold::SentenceGold(std::span<const double> scores) : scores_(scores.begin(), scores.end()) {
  if (!std::all_of(scores_.begin(), scores_.end(), [](double score) { return std::isfinite(score); }))
    throw std::invalid_argument("a sentence-level score is NaN or infinite");
}

void SentenceGold::score(std::size_t begin, std::size_t end, std::vector<double>& scores) const {
  scores.assign(scores_.begin() + static_cast<std::ptrdiff_t>(begin), scores_.begin() + static_cast<std::ptrdiff_t>(end));
}

BackgroundGold::BackgroundGold(std::span<const double> rows, std::size_t width, double decay)
    : rows_(rows.begin(), rows.end()), background_(width, 1.0), decay_(decay) {
  if (width < 3 || width > 19 || width % 2 == 0 || rows.size() % width)
    throw std::invalid_argument("BLEU's rows have 3 to 19 counts, an odd number, not " + std::to_string(width));
  if (!(decay > 0 && decay <= 1)) throw std::invalid_argument("a decay is above 0 and at most 1");
  if (!std::all_of(rows_.begin(), rows_.end(), [](double count) { return count >= 0 && std::isfinite(count); }))
    throw std::invalid_argument("a count is negative or not finite");
}

void BackgroundGold::score(std::size_t begin, std::size_t end, std::vector<double>& scores) const {
  std::size_t width = background_.size(), order = width / 2;
  scores.resize(end - begin);
  for (std::size_t c = begin; c < end; ++c) {
    const double* row = rows_.data() + c * width;
    double matches = 1, totals = 1;
    for (std::size_t n = 0; n < order; ++n) {
      matches *= background_[n] + row[n];
      totals *= background_[order + n] + row[order + n];
    }
    double candidate = background_[order] + row[order], reference = background_[2 * order] + row[2 * order];
    double penalty = candidate < reference ? std::exp(1 - reference / candidate) : 1;
    scores[c - begin] = root(matches / totals, order) * penalty * reference;
  }
}

void BackgroundGold::hoped_for(std::size_t candidate, double share) {
  const double* row = rows_.data() + candidate * background_.size();
  for (std::size_t k = 0; k < background_.size(); ++k)
    background_[k] = std::max(kLeastCount, decay_ * background_[k] + share * row[k]);
}

}  // namespace pitchpipe::tuning
