#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::tuning {

// A feature's number and its value; sparse features are numbered after the dense ones.
struct Entry {
  std::size_t feature;
  double value;
};

// The features of candidates in groups, for learners that look at one group at a time. Holds copies; dense features in
// blocks of candidates, so that a block's scores are summed side by side.
class FeatureRows {
 public:
  // dense: one row for each candidate; the sparse entries of candidate i are starts[i] to starts[i + 1] - 1, with
  // features in [0, sparse_count), rising within a row; offsets cut the candidates into groups.
  // Throws std::invalid_argument if the sizes disagree, a group is empty, a feature is out of its range or order, or a
  // value is not finite.
  FeatureRows(std::span<const double> dense, std::size_t dense_count, std::span<const std::int64_t> starts,
              std::span<const std::int32_t> features, std::span<const double> values, std::size_t sparse_count,
              std::span<const std::int64_t> offsets);

  std::size_t feature_count() const { return dense_count_ + sparse_count_; }
  std::size_t size() const { return offsets_.back(); }
  std::size_t group_count() const { return offsets_.size() - 1; }
  std::size_t begin(std::size_t group) const { return offsets_[group]; }
  std::size_t end(std::size_t group) const { return offsets_[group + 1]; }

  // The model score of each candidate of a group. The time is that of the group's entries.
  void score(std::size_t group, std::span<const double> weights, std::vector<double>& scores) const;
  // The features of candidate a minus those of candidate b, where they differ, in rising order.
  void difference(std::size_t a, std::size_t b, std::vector<Entry>& entries) const;
  // The squared length of that difference.
  double squared_distance(std::size_t a, std::size_t b) const;

 private:
  double dense(std::size_t row, std::size_t feature) const { return blocks_[place(row, feature)]; }
  std::size_t place(std::size_t row, std::size_t feature) const {
    return (row / kBlock * dense_count_ + feature) * kBlock + row % kBlock;
  }
  template <class Visit>
  void for_each_difference(std::size_t a, std::size_t b, Visit visit) const;

  static constexpr std::size_t kBlock = 8;

  std::size_t dense_count_, sparse_count_;
  std::vector<double> blocks_;  // of kBlock candidates: feature after feature, each with its values for all of them
  std::vector<std::size_t> starts_;
  std::vector<std::int32_t> features_;
  std::vector<double> values_;
  std::vector<std::size_t> offsets_;
};

}  // namespace pitchpipe::tuning
