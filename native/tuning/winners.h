#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::tuning {

// The best candidate of each group under each of several vectors of weights, one vector after the other; of equals, the
// first. Scores have the bits of model_scores.
//
// features: one row for each candidate; weights: one row for each vector; offsets cut the candidates into groups.
// Throws std::invalid_argument if the sizes disagree or a group is empty.
std::vector<std::int64_t> winners(std::span<const double> features, std::size_t feature_count,
                                  std::span<const double> weights, std::span<const std::int64_t> offsets, int threads);

}  // namespace pitchpipe::tuning
