#pragma once

#include <cstddef>
#include <span>

namespace pitchpipe::tuning {

// scores[i] = sum over f of weights[f] * features[i * weights.size() + f], added in the order of f: the same
// bits wherever a candidate's score is computed, so equal candidates tie everywhere.
void model_scores(std::span<const double> features, std::span<const double> weights, std::span<double> scores);

}  // namespace pitchpipe::tuning
