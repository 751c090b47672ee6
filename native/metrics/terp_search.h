#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "metrics/terp.h"

namespace pitchpipe::metrics {

// The cost of turning a candidate into a reference by edits and shifts, as TERp searches for it: the shift that lowers the
// cost most is made, as long as one lowers it (Snover et al. 2009).
class TerpSearch {
 public:
  double cost(std::span<const std::int32_t> candidate, std::span<const std::int32_t> reference, const Lexicon& lexicon,
              const Paraphrases* paraphrases, const TerpCosts& costs, const TerpLimits& limits);

 private:
  enum class Edit : std::uint8_t { kMatch, kSubstitution, kInsertion, kDeletion, kParaphrase };

  // Words of the candidate that paraphrase words of the reference.
  struct Phrase {
    std::int32_t reference_length;
    std::vector<std::int32_t> words;  // of the candidate
    double cost;
  };

  struct Cell {
    Edit edit;
    std::int32_t phrase;
  };

  struct Shift {
    std::int32_t start, end, to;  // words start to end go after word `to`, -1 to the front
    auto operator<=>(const Shift&) const = default;
  };

  // Which words of an alignment are wrong, and what each word is aligned with.
  struct Errors {
    std::vector<char> candidate, reference;
    std::vector<std::int32_t> of_candidate, of_reference;
  };

  void compare_words(const Lexicon& lexicon, const TerpLimits& limits);
  void find_phrases(const Lexicon& lexicon, const Paraphrases& paraphrases, const TerpLimits& limits);
  double fill(std::span<const std::int32_t> words, std::size_t from, std::vector<double>& rows) const;
  void trace(std::span<const std::int32_t> words);
  bool phrase_fits(const Phrase& phrase, std::span<const std::int32_t> words, std::size_t at) const;
  bool make_best_shift(const Lexicon& lexicon, const TerpLimits& limits);
  void gather(const Lexicon& lexicon, const TerpLimits& limits);
  void extend(const Lexicon& lexicon, const TerpLimits& limits, std::size_t start, std::size_t reference_start,
              std::size_t length, std::size_t reference_length);
  void propose(const Lexicon& lexicon, const TerpLimits& limits, std::size_t start, std::size_t end,
               std::size_t reference_start, std::size_t reference_end);
  static void shifted(std::span<const std::int32_t> words, const Shift& shift, std::vector<std::int32_t>& out);

  double substitution(std::int32_t word, std::size_t at) const {
    return word_costs_[static_cast<std::size_t>(word) * reference_.size() + at];
  }
  bool matches(std::int32_t word, std::size_t at) const {
    return may_shift_[static_cast<std::size_t>(word) * reference_.size() + at] != 0;
  }

  const TerpCosts* costs_ = nullptr;
  std::span<const std::int32_t> reference_;
  std::vector<std::int32_t> distinct_;       // words of the candidate, in the lexicon
  std::vector<std::int32_t> current_;        // the candidate as it is shifted now, by numbers in distinct_
  std::vector<double> word_costs_;           // of each distinct word in place of each reference word
  std::vector<char> equal_, may_shift_;      // whether it equals each, and whether they match for a shift
  std::vector<std::vector<Phrase>> phrases_;  // by the reference word that they start at
  std::size_t phrase_reach_ = 0;             // words of the longest phrase of the candidate
  std::vector<double> rows_, tried_;
  std::vector<Cell> cells_;
  Errors errors_;
  double edits_ = 0, shifts_ = 0;
  std::vector<std::vector<Shift>> by_size_;
  std::vector<std::int32_t> moved_, best_moved_;
};

}  // namespace pitchpipe::metrics
