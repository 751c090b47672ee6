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
std::span<const std::int64_t> checked(std::span<const std::int64_t> offsets, std::size_t end, const char* what) {
  bool fits = !offsets.empty() && offsets.front() == 0 && std::is_sorted(offsets.begin(), offsets.end()) &&
              static_cast<std::size_t>(offsets.back()) == end;
  if (!fits) throw std::invalid_argument(std::string(what) + " do not rise from 0 to " + std::to_string(end));
  return offsets;
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

FeatureRows::FeatureRows(std::span<const double> dense, std::span<const double> divisors,
                         std::span<const std::int64_t> starts, std::span<const std::int32_t> features,
                         std::span<const double> values, std::size_t sparse_count,
                         std::span<const std::int64_t> offsets, std::size_t most_kept)
    : dense_count_(divisors.size()),
      sparse_count_(sparse_count),
      dense_(dense),
      divisors_(divisors.begin(), divisors.end()),
      starts_(checked(starts, values.size(), "the starts of sparse rows")),
      features_(features),
      values_(values),
      offsets_(checked(offsets, starts.size() - 1, "the offsets of groups")) {
  if (offsets.size() < 2) throw std::invalid_argument("there are no candidates");
  if (sparse_count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::invalid_argument("too many sparse features: " + std::to_string(sparse_count));
  if (dense.size() != size() * dense_count_ || features.size() != values.size())
    throw std::invalid_argument("dense and sparse features do not fit together");
  for (std::size_t g = 0; g < group_count(); ++g)
    if (begin(g) == end(g)) throw std::invalid_argument("group " + std::to_string(g) + " is empty");
  for (std::size_t row = 0; row < size(); ++row)
    for (std::size_t i = sparse_begin(row); i < sparse_end(row); ++i) {
      bool known = features_[i] >= 0 && static_cast<std::size_t>(features_[i]) < sparse_count;
      if (!known || (i > sparse_begin(row) && features_[i] <= features_[i - 1]))
        throw std::invalid_argument("sparse feature " + std::to_string(features_[i]) + " of candidate " +
                                    std::to_string(row) + " is out of range or out of order");
    }
  check_quotients();
  check_finite(values);
  if (dense.size() > most_kept) return;
  std::size_t blocks = (size() + kBlock - 1) / kBlock;
  blocks_.resize(blocks * kBlock * dense_count_);
  arrange(0, blocks, blocks_.data());
}

void FeatureRows::check_quotients() const {
  for (std::size_t row = 0; row < size(); ++row)
    for (std::size_t f = 0; f < dense_count_; ++f)
      if (!std::isfinite(dense(row, f))) throw std::invalid_argument("a feature is NaN or infinite");
}

// Writes these blocks; what is behind the last candidate stays as it is.
void FeatureRows::arrange(std::size_t first_block, std::size_t last_block, double* blocks) const {
  std::size_t first = first_block * kBlock, last = std::min(last_block * kBlock, size());
  for (std::size_t row = first; row < last; ++row) {
    const double* from = dense_.data() + row * dense_count_;
    double* to = blocks + (row / kBlock - first_block) * kBlock * dense_count_ + row % kBlock;
    for (std::size_t f = 0; f < dense_count_; ++f) to[f * kBlock] = from[f] / divisors_[f];
  }
}

void FeatureRows::score(std::size_t group, std::span<const double> weights, std::vector<double>& scores) const {
  std::size_t first = begin(group), last = end(group), count = last - first;
  std::size_t first_block = first / kBlock, last_block = (last + kBlock - 1) / kBlock, block = kBlock * dense_count_;
  thread_local std::vector<double> made, sums;
  const double* blocks = blocks_.data() + (blocks_.empty() ? 0 : first_block * block);
  sums.resize((last_block - first_block) * kBlock);
  if (!blocks_.empty()) {
    block_scores(blocks, weights.data(), dense_count_, last_block - first_block, sums.data());
  } else {
    made.resize(block);
    for (std::size_t b = first_block; b < last_block; ++b) {
      arrange(b, b + 1, made.data());
      block_scores(made.data(), weights.data(), dense_count_, 1, sums.data() + (b - first_block) * kBlock);
    }
  }
  auto begins = sums.begin() + static_cast<std::ptrdiff_t>(first - first_block * kBlock);
  scores.assign(begins, begins + static_cast<std::ptrdiff_t>(count));
  const double* sparse_weights = weights.data() + dense_count_;
  for (std::size_t c = 0; c < count; ++c)
    for (std::size_t i = sparse_begin(first + c); i < sparse_end(first + c); ++i)
      scores[c] += sparse_weights[features_[i]] * values_[i];
}

template <class Visit>
void FeatureRows::for_each_difference(std::size_t a, std::size_t b, Visit visit) const {
  for (std::size_t f = 0; f < dense_count_; ++f)
    visit(f, dense(a, f) - dense(b, f));
  std::size_t i = sparse_begin(a), j = sparse_begin(b);
  while (i < sparse_end(a) || j < sparse_end(b)) {
    std::int32_t left = i < sparse_end(a) ? features_[i] : std::numeric_limits<std::int32_t>::max();
    std::int32_t right = j < sparse_end(b) ? features_[j] : std::numeric_limits<std::int32_t>::max();
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
