#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tuning/feature_rows.h"

namespace pitchpipe::tuning {

// How good candidates are, as an online learner sees it.
class Gold {
 public:
  virtual ~Gold() = default;
  // Scores of the candidates of a group, higher for better.
  virtual void score(std::size_t group, std::vector<double>& scores) = 0;
  // Told of the candidate that was hoped for; it counts for `share` of a sentence.
  virtual void hoped_for(std::size_t candidate, double share) = 0;
};

// Scores that stay as they are.
class SentenceGold final : public Gold {
 public:
  // Both must outlive this. Throws std::invalid_argument if a score is not finite or there are not as many.
  SentenceGold(const FeatureRows& candidates, std::span<const double> scores);

  void score(std::size_t group, std::vector<double>& scores) override;
  void hoped_for(std::size_t, double) override {}

 private:
  const FeatureRows& candidates_;
  std::span<const double> scores_;
};

// BLEU, from 0 to 1, of a candidate's counts on top of a background, times the reference length of both: its words'
// worth for the document (Cherry and Foster 2012). The background starts with every count 1; when a candidate
// enters it, the older counts are multiplied by `decay`.
//
// A list has few different rows of counts, and fewer lengths: each is looked at once in a visit.
class BackgroundGold final : public Gold {
 public:
  // rows: matches (1..order), n-grams (1..order) and reference length of each candidate. Both must outlive this.
  // Throws std::invalid_argument if the sizes disagree, or a count is negative or not finite.
  BackgroundGold(const FeatureRows& candidates, std::span<const double> rows, std::size_t width, double decay);

  void score(std::size_t group, std::vector<double>& scores) override;
  void hoped_for(std::size_t candidate, double share) override;

 private:
  // What the n-grams and the reference length of a row come to on the background.
  struct Lengths {
    double totals, reference, penalty;
  };
  Lengths lengths_of(const double* row) const;
  const double* row(std::size_t candidate) const { return rows_.data() + candidate * background_.size(); }

  const FeatureRows& candidates_;
  std::span<const double> rows_;
  std::vector<std::uint32_t> row_of_;      // of each candidate, among the different rows of its group
  std::vector<std::uint32_t> at_;          // of each different row, a candidate that has it
  std::vector<std::size_t> first_row_;     // of each group, among the different rows
  std::vector<std::uint32_t> lengths_of_;  // of each different row, among those of its group
  std::vector<std::size_t> first_lengths_; // of each group
  std::vector<std::uint32_t> length_at_;   // of each of the lengths, a candidate that has them
  std::vector<Lengths> lengths_;
  std::vector<double> row_scores_;
  std::vector<double> background_;
  double decay_;
};

}  // namespace pitchpipe::tuning
