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

// The features of candidates in groups, for learners that look at one group at a time. Dense features are summed in blocks
// of candidates, side by side. Blocks of few candidates are kept; those of many are made at each visit, since they would
// take as much memory as the features themselves.
class FeatureRows {
 public:
  // dense: one row for each candidate, and what to divide each of its features by; the sparse entries of candidate i are
  // starts[i] to starts[i + 1] - 1, with features in [0, sparse_count), rising within a row; offsets cut the candidates
  // into groups. All but the divisors must outlive this.
  // Throws std::invalid_argument if the sizes disagree, a group is empty, a feature is out of its range or order, or a
  // value or a quotient is not finite.
  FeatureRows(std::span<const double> dense, std::span<const double> divisors, std::span<const std::int64_t> starts,
              std::span<const std::int32_t> features, std::span<const double> values, std::size_t sparse_count,
              std::span<const std::int64_t> offsets, std::size_t most_kept = std::size_t{1} << 22);

  std::size_t feature_count() const { return dense_count_ + sparse_count_; }
  std::size_t size() const { return starts_.size() - 1; }
  std::size_t group_count() const { return offsets_.size() - 1; }
  std::size_t begin(std::size_t group) const { return static_cast<std::size_t>(offsets_[group]); }
  std::size_t end(std::size_t group) const { return static_cast<std::size_t>(offsets_[group + 1]); }

  // The model score of each candidate of a group. The time is that of the group's entries.
  void score(std::size_t group, std::span<const double> weights, std::vector<double>& scores) const;
  // The features of candidate a minus those of candidate b, where they differ, in rising order.
  void difference(std::size_t a, std::size_t b, std::vector<Entry>& entries) const;
  // The squared length of that difference.
  double squared_distance(std::size_t a, std::size_t b) const;

 private:
  double dense(std::size_t row, std::size_t feature) const {
    return dense_[row * dense_count_ + feature] / divisors_[feature];
  }
  std::size_t sparse_begin(std::size_t row) const { return static_cast<std::size_t>(starts_[row]); }
  std::size_t sparse_end(std::size_t row) const { return static_cast<std::size_t>(starts_[row + 1]); }
  void check_quotients() const;
  void arrange(std::size_t first_block, std::size_t last_block, double* blocks) const;
  template <class Visit>
  void for_each_difference(std::size_t a, std::size_t b, Visit visit) const;

  static constexpr std::size_t kBlock = 8;

  std::size_t dense_count_, sparse_count_;
  std::span<const double> dense_;
  std::vector<double> divisors_;
  std::vector<double> blocks_;  // of kBlock candidates: feature after feature, each with its values for all of them
  std::span<const std::int64_t> starts_;
  std::span<const std::int32_t> features_;
  std::span<const double> values_;
  std::span<const std::int64_t> offsets_;
};

}  // namespace pitchpipe::tuning
