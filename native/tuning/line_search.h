#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/corpus_score.h"
#include "tuning/envelope.h"

namespace pitchpipe::tuning {

// The objective along a line: boundaries[i] separates plateau i from plateau i + 1. Each plateau has its score
// or, if no score was asked for, the summed statistics of its winners, row by row.
struct Plateaus {
  std::vector<double> boundaries;
  std::vector<double> scores;
  std::vector<double> sums;
};

// A line through weight space: points start + x * direction for x in [low, high].
struct Line {
  std::span<const double> direction;
  double low, high;
};

// The length of an array with a score for each candidate: groups are padded to full vectors with copies of their last
// candidate. Throws std::invalid_argument for offsets that cut out an empty group.
std::size_t padded_size(std::span<const std::int64_t> offsets);

// Och's exact line search over all groups of a pool (Och 2003). Has the features one after the other, each with
// its values for all candidates, so that a search along an axis reads memory from front to back.
class LineSearch {
 public:
  // columns: zeros, padded_size(offsets) of them for each feature, which `fill` writes; statistics: a row for each
  // candidate. Both must outlive this; offsets cut the candidates into groups.
  // Throws std::invalid_argument if the sizes disagree, a group is empty or a statistic is not finite.
  LineSearch(std::span<double> columns, std::span<const double> statistics, std::size_t width,
             std::span<const std::int64_t> offsets, int threads);

  // Takes the features of all candidates of as many groups, from the first on, as there are rows for.
  // Throws std::invalid_argument if the rows do not end with a group, or a feature is not finite.
  void fill(std::size_t first_group, std::span<const double> rows, int threads);

  std::size_t feature_count() const { return feature_count_; }
  std::size_t width() const { return width_; }
  std::size_t group_count() const { return offsets_.size() - 1; }
  std::size_t padded_size() const { return padded_.back(); }

  // Model scores of all candidates at a point.
  void score(std::span<const double> weights, std::span<double> scores) const;
  // Turns the scores at w into those at w + step * direction.
  void advance(std::span<const double> direction, double step, std::span<double> scores) const;
  // The objective along several lines through the point whose model scores are given. `objective` may be null.
  std::vector<Plateaus> search(std::span<const double> scores, std::span<const Line> lines,
                               const metrics::CorpusScore* objective, int threads) const;

 private:
  struct Scratch;

  const double* column(std::size_t group, std::size_t feature) const {
    return columns_.data() + feature * padded_size() + padded_[group];
  }
  std::size_t size(std::size_t group) const { return padded_[group + 1] - padded_[group]; }
  const double* row(std::int64_t candidate) const {
    return statistics_.data() + static_cast<std::size_t>(candidate) * width_;
  }
  void arrange(std::size_t group, std::span<const double> rows);
  void find_same(std::size_t group, std::vector<std::int32_t>& order);
  Outermost outermost_of(std::size_t group, std::size_t axis, const Lines& lines) const;
  void find_crossings(std::size_t group, const double* scores, const Line& line, std::size_t axis,
                      std::size_t winner, Scratch& scratch, std::vector<Crossing>& crossings, double* sums) const;
  Plateaus swept(const std::vector<Crossing>& crossings, std::vector<double> sums,
                 const metrics::CorpusScore* objective) const;

  std::size_t feature_count_, width_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::size_t> padded_;   // where each group starts in a score array
  std::span<double> columns_;
  std::span<const double> statistics_;
  std::vector<std::int32_t> same_;    // the first candidate of the group with the same statistics
  std::vector<std::int32_t> ends_;    // for each group and axis, the only candidates with the least and the
                                      // greatest value, or -1 where several share it
};

}  // namespace pitchpipe::tuning
