#include "tuning/feature_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "util/simd.h"

namespace pitchpipe::tuning {
namespace {

// Throws unless the offsets rise from 0 to `end`.
std::vector<std::size_t> checked(std::span<const std::int64_t> offsets, std::size_t end, const char* what) {
  bool fits = !offsets.empty() && offsets.front() == 0 && std::is_sorted(offsets.begin(), offsets.end()) &&
              static_cast<std::size_t>(offsets.back()) == end;
  if (!fits) throw std::invalid_argument(std::string(what) + " do not rise from 0 to " + std::to_string(end));
  return {offsets.begin(), offsets.end()};
}

void check_finite(std::span<const double> values) {
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    throw std::invalid_argument("a feature is NaN or infinite");
}

// The scores of blocks of two times kLanes candidates, added in the order of features as everywhere (model_score.h).
PITCHPIPE_HOT void block_scores(const double* block, const double* weights, std::size_t features, std::size_t blocks,
                                double* scores) {
  for (std::size_t b = 0; b < blocks; ++b) {
    util::Lanes one = {}, other = {};
    for (std::size_t f = 0; f < features; ++f, block += 2 * util::kLanes) {
      one += weights[f] * PITCHPIPE_LOAD(block);
      other += weights[f] * PITCHPIPE_LOAD(block + util::kLanes);
    }
    PITCHPIPE_STORE(scores, one);
    PITCHPIPE_STORE(scores + util::kLanes, other);
    scores += 2 * util::kLanes;
  }
}

}  // namespace

FeatureRows::FeatureRows(std::span<const double> dense, std::size_t dense_count,
                         std::span<const std::int64_t> starts, std::span<const std::int32_t> features,
                         std::span<const double> values, std::size_t sparse_count,
                         std::span<const std::int64_t> offsets)
    : dense_count_(dense_count),
      sparse_count_(sparse_count),
      starts_(checked(starts, values.size(), "the starts of sparse rows")),
      features_(features.begin(), features.end()),
      values_(values.begin(), values.end()),
      offsets_(checked(offsets, starts.size() - 1, "the offsets of groups")) {
  if (offsets.size() < 2) throw std::invalid_argument("there are no candidates");
  if (sparse_count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::invalid_argument("too many sparse features: " + std::to_string(sparse_count));
  if (dense.size() != size() * dense_count || features.size() != values.size())
    throw std::invalid_argument("dense and sparse features do not fit together");
  for (std::size_t g = 0; g < group_count(); ++g)
    if (begin(g) == end(g)) throw std::invalid_argument("group " + std::to_string(g) + " is empty");
  for (std::size_t row = 0; row < size(); ++row)
    for (std::size_t i = starts_[row]; i < starts_[row + 1]; ++i) {
      bool known = features_[i] >= 0 && static_cast<std::size_t>(features_[i]) < sparse_count;
      if (!known || (i > starts_[row] && features_[i] <= features_[i - 1]))
        throw std::invalid_argument("sparse feature " + std::to_string(features_[i]) + " of candidate " +
                                    std::to_string(row) + " is out of range or out of order");
    }
  check_finite(dense);
  check_finite(values);
  blocks_.resize((size() + kBlock - 1) / kBlock * kBlock * dense_count);
  for (std::size_t row = 0; row < size(); ++row)
    for (std::size_t f = 0; f < dense_count; ++f) blocks_[place(row, f)] = dense[row * dense_count + f];
}

void FeatureRows::score(std::size_t group, std::span<const double> weights, std::vector<double>& scores) const {
  std::size_t first = begin(group), last = end(group), count = last - first;
  scores.resize(count);
  double edge[kBlock];
  auto partly = [&](std::size_t from, std::size_t to) {
    block_scores(blocks_.data() + place(from / kBlock * kBlock, 0), weights.data(), dense_count_, 1, edge);
    std::copy(edge + from % kBlock, edge + from % kBlock + (to - from), scores.data() + (from - first));
  };
  std::size_t whole = std::min((first + kBlock - 1) / kBlock * kBlock, last), rest = std::max(whole, last / kBlock * kBlock);
  if (first < whole) partly(first, whole);
  block_scores(blocks_.data() + place(whole, 0), weights.data(), dense_count_, (rest - whole) / kBlock,
               scores.data() + (whole - first));
  if (rest < last) partly(rest, last);
  const double* sparse_weights = weights.data() + dense_count_;
  for (std::size_t c = 0; c < count; ++c)
    for (std::size_t i = starts_[first + c]; i < starts_[first + c + 1]; ++i)
      scores[c] += sparse_weights[features_[i]] * values_[i];
}

template <class Visit>
void FeatureRows::for_each_difference(std::size_t a, std::size_t b, Visit visit) const {
  for (std::size_t f = 0; f < dense_count_; ++f)
    visit(f, dense(a, f) - dense(b, f));
  std::size_t i = starts_[a], j = starts_[b];
  while (i < starts_[a + 1] || j < starts_[b + 1]) {
    std::int32_t left = i < starts_[a + 1] ? features_[i] : std::numeric_limits<std::int32_t>::max();
    std::int32_t right = j < starts_[b + 1] ? features_[j] : std::numeric_limits<std::int32_t>::max();
    std::int32_t feature = std::min(left, right);
    double value = 0;
    if (left == feature) value += values_[i++];
    if (right == feature) value -= values_[j++];
    visit(dense_count_ + static_cast<std::size_t>(feature), value);
  }
}

void FeatureRows::difference(std::size_t a, std::size_t b, std::vector<Entry>& entries) const {
  entries.clear();
  for_each_difference(a, b, [&](std::size_t feature, double value) {
    if (value != 0) entries.push_back({feature, value});
  });
}

double FeatureRows::squared_distance(std::size_t a, std::size_t b) const {
  double sum = 0;
  for_each_difference(a, b, [&](std::size_t, double value) { sum += value * value; });
  return sum;
}

}  // namespace pitchpipe::tuning
