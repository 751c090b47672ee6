#include "tuning/winners.h"

#include <stdexcept>

#include "util/parallel.h"
#include "util/simd.h"

namespace pitchpipe::tuning {
namespace {

constexpr std::size_t kVectors = 8;  // of weights, side by side

// rows: those of one group; weights: for each feature, its weights in all vectors.
PITCHPIPE_HOT void best_rows(const double* rows, std::size_t count, std::size_t features, const double* weights,
                             std::size_t* best) {
  double highest[kVectors];
  for (std::size_t row = 0; row < count; ++row) {
    util::Lanes one = {}, other = {};
    for (std::size_t f = 0; f < features; ++f) {
      double value = *rows++;
      one += value * PITCHPIPE_LOAD(weights + f * kVectors);
      other += value * PITCHPIPE_LOAD(weights + f * kVectors + util::kLanes);
    }
    double scores[kVectors];
    PITCHPIPE_STORE(scores, one);
    PITCHPIPE_STORE(scores + util::kLanes, other);
    for (std::size_t k = 0; k < kVectors; ++k)
      if (row == 0 || scores[k] > highest[k]) highest[k] = scores[k], best[k] = row;
  }
}

void check(std::span<const double> features, std::size_t feature_count, std::span<const double> weights,
           std::span<const std::int64_t> offsets) {
  bool fits = feature_count > 0 && weights.size() % feature_count == 0 && features.size() % feature_count == 0 &&
              !offsets.empty() && offsets.front() == 0 &&
              static_cast<std::size_t>(offsets.back()) == features.size() / feature_count;
  for (std::size_t g = 0; fits && g + 1 < offsets.size(); ++g) fits = offsets[g] < offsets[g + 1];
  if (!fits) throw std::invalid_argument("features, weights and groups do not fit together");
}

}  // namespace

std::vector<std::int64_t> winners(std::span<const double> features, std::size_t feature_count,
                                  std::span<const double> weights, std::span<const std::int64_t> offsets, int threads) {
  check(features, feature_count, weights, offsets);
  std::size_t vectors = weights.size() / feature_count, groups = offsets.size() - 1;
  std::size_t blocks = (vectors + kVectors - 1) / kVectors;
  std::vector<double> columns(blocks * feature_count * kVectors);
  for (std::size_t k = 0; k < vectors; ++k)
    for (std::size_t f = 0; f < feature_count; ++f)
      columns[(k / kVectors * feature_count + f) * kVectors + k % kVectors] = weights[k * feature_count + f];
  std::vector<std::int64_t> found(vectors * groups);
  struct Nothing {};
  util::parallel_for<Nothing>(groups, threads, [&](Nothing&, std::size_t group) {
    auto begin = static_cast<std::size_t>(offsets[group]), end = static_cast<std::size_t>(offsets[group + 1]);
    for (std::size_t block = 0; block < blocks; ++block) {
      std::size_t best[kVectors];
      best_rows(features.data() + begin * feature_count, end - begin, feature_count,
                columns.data() + block * feature_count * kVectors, best);
      for (std::size_t k = block * kVectors; k < vectors && k < (block + 1) * kVectors; ++k)
        found[k * groups + group] = static_cast<std::int64_t>(begin + best[k % kVectors]);
    }
  });
  return found;
}

}  // namespace pitchpipe::tuning
