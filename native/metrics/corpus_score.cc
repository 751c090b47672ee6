#include "metrics/corpus_score.h"

#include <cmath>

namespace pitchpipe::metrics {
namespace {

double bleu(const double* sums, std::size_t order, bool smooth_exp) {
  const double* matches = sums;
  const double* totals = sums + order;
  double candidate = totals[0], reference = sums[2 * order];
  bool any = false;
  for (std::size_t n = 0; n < order; ++n) any |= matches[n] > 0;
  if (!any || !(candidate > 0)) return 0;
  double product = 1, stand_in = 1;
  for (std::size_t n = 0; n < order; ++n) {
    if (!(totals[n] > 0)) return 0;
    if (matches[n] > 0) {
      product *= matches[n] / totals[n];
    } else {
      if (!smooth_exp) return 0;
      stand_in /= 2;
      product *= stand_in / totals[n];
    }
  }
  double mean = order == 4 ? std::sqrt(std::sqrt(product)) : std::pow(product, 1.0 / static_cast<double>(order));
  double penalty = candidate < reference ? std::exp(1 - reference / candidate) : 1;
  return 100 * penalty * mean;
}

}  // namespace

void CorpusScore::add_bleu(double weight, std::size_t order, bool smooth_exp) {
  parts_.push_back({weight, order, smooth_exp, 0, width_});
  width_ += 2 * order + 1;
}

void CorpusScore::add_ratio(double weight, double over_nothing) {
  parts_.push_back({weight, 0, false, over_nothing, width_});
  width_ += 2;
}

double CorpusScore::operator()(const double* sums) const {
  double score = 0;
  for (const Part& part : parts_) {
    const double* at = sums + part.at;
    if (part.order)
      score += part.weight * bleu(at, part.order, part.smooth_exp);
    else if (at[1] != 0)
      score += part.weight * at[0] / at[1];
    else if (at[0] > 0)
      score += part.weight * part.over_nothing;
  }
  return score;
}

}  // namespace pitchpipe::metrics
