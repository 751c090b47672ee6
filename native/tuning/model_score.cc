#include "tuning/model_score.h"

namespace pitchpipe {

void model_scores(std::span<const double> features, std::span<const double> weights, std::span<double> scores) {
  const double* row = features.data();
  for (double& score : scores) {
    double sum = 0;
    for (double weight : weights) sum += weight * *row++;
    score = sum;
  }
}

}  // namespace pitchpipe
