#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pitchpipe::tuning {

// How good candidates are, as an online learner sees it.
class Gold {
 public:
  virtual ~Gold() = default;
  virtual std::size_t size() const = 0;
  // Scores of candidates begin to end - 1, higher for better.
  virtual void score(std::size_t begin, std::size_t end, std::vector<double>& scores) const = 0;
  // Told of the candidate that was hoped for; it counts for `share` of a sentence.
  virtual void hoped_for(std::size_t candidate, double share) = 0;
};

// Scores that stay as they are.
class SentenceGold final : public Gold {
 public:
  // Throws std::invalid_argument if a score is not finite.
  explicit SentenceGold(std::span<const double> scores);

  std::size_t size() const override { return scores_.size(); }
  void score(std::size_t begin, std::size_t end, std::vector<double>& scores) const override;
  void hoped_for(std::size_t, double) override {}

 private:
  std::vector<double> scores_;
};

// BLEU, from 0 to 1, of a candidate's counts on top of a background, times the reference length of both: its words'
// worth for the document (Cherry and Foster 2012). The background starts with every count 1; when a candidate
// enters it, the older counts are multiplied by `decay`.
class BackgroundGold final : public Gold {
 public:
  // rows: matches (1..order), n-grams (1..order) and reference length of each candidate.
  // Throws std::invalid_argument if the sizes disagree, or a count is negative or not finite.
  BackgroundGold(std::span<const double> rows, std::size_t width, double decay);

  std::size_t size() const override { return rows_.size() / background_.size(); }
  void score(std::size_t begin, std::size_t end, std::vector<double>& scores) const override;
  void hoped_for(std::size_t candidate, double share) override;

 private:
  std::vector<double> rows_;
  std::vector<double> background_;
  double decay_;
};

}  // namespace pitchpipe::tuning
