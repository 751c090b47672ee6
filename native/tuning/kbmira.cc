#include "tuning/kbmira.h"

#include <algorithm>
#include <utility>

namespace pitchpipe::tuning {

KbMira::KbMira(const FeatureRows& rows, std::unique_ptr<Gold> gold, std::span<const double> start, double c,
               std::span<const double> shares)
    : OnlineLearner(rows, start, c, shares), gold_(std::move(gold)) {}

void KbMira::visit(std::size_t group) {
  std::size_t first = rows_.begin(group);
  rows_.score(group, weights_.now(), model_scores_);
  gold_->score(group, gold_scores_);
  std::size_t hope = 0, fear = 0;
  double hope_score = model_scores_[0] + gold_scores_[0], fear_score = model_scores_[0] - gold_scores_[0];
  for (std::size_t i = 1; i < model_scores_.size(); ++i) {
    double hoped = model_scores_[i] + gold_scores_[i], feared = model_scores_[i] - gold_scores_[i];
    if (hoped > hope_score) hope = i, hope_score = hoped;
    if (feared > fear_score) fear = i, fear_score = feared;
  }
  double loss = gold_scores_[hope] - gold_scores_[fear] - (model_scores_[hope] - model_scores_[fear]);
  if (gold_scores_[hope] > gold_scores_[fear] && loss > 0) {
    rows_.difference(first + hope, first + fear, difference_);
    double norm = 0;
    for (const Entry& entry : difference_) norm += entry.value * entry.value;
    if (norm > 0) weights_.move(difference_, std::min(c_ * shares_[group], loss / norm));
  }
  gold_->hoped_for(first + hope, shares_[group]);
}

}  // namespace pitchpipe::tuning
