#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "metrics/terp.h"

namespace pitchpipe::metrics {

// Phrases of a reference that have paraphrases. They are looked up once, for all candidates of the reference.
struct ParaphrasedPhrase {
  std::int32_t start, length;
  std::span<const Paraphrases::Pair> pairs;
};

// A table of paraphrases as the words of a lexicon see it.
class KnownParaphrases {
 public:
  KnownParaphrases(const Paraphrases& table, const Lexicon& lexicon);

  const Paraphrases& table() const { return *table_; }
  // The number of a word of the lexicon in the table.
  std::int32_t word(std::int32_t id) const { return words_[static_cast<std::size_t>(id)]; }
  // Phrases of a reference, from left to right, and short before long ones.
  void find(std::span<const std::int32_t> reference, std::vector<ParaphrasedPhrase>& found) const;

 private:
  const Paraphrases* table_;
  std::vector<std::int32_t> words_;
};

// The cost of turning a candidate into a reference by edits and shifts, as TERp searches for it: the shift that lowers the
// cost most is made, as long as one lowers it (Snover et al. 2009).
class TerpSearch {
 public:
  // `paraphrased` has what `paraphrases` finds in the reference; without paraphrases it is empty and they are null.
  double cost(std::span<const std::int32_t> candidate, std::span<const std::int32_t> reference, const Lexicon& lexicon,
              const KnownParaphrases* paraphrases, std::span<const ParaphrasedPhrase> paraphrased,
              const TerpCosts& costs, const TerpLimits& limits);

 private:
  enum class Edit : std::uint8_t { kMatch, kSubstitution, kInsertion, kDeletion, kParaphrase };

  // Words of the candidate that paraphrase words of the reference.
  struct Phrase {
    std::int32_t reference_start, reference_length;
    std::uint32_t words, length;  // of the candidate: phrase_words_[words] and on
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
  void find_phrases(const Lexicon& lexicon, const KnownParaphrases& paraphrases,
                    std::span<const ParaphrasedPhrase> paraphrased, const TerpLimits& limits);
  void index_phrases();
  double fill(std::span<const std::int32_t> words, std::size_t from, std::vector<double>& rows) const;
  void trace(std::span<const std::int32_t> words);
  bool phrase_fits(const Phrase& phrase, std::span<const std::int32_t> words, std::size_t at) const {
    if (at + phrase.length > words.size()) return false;
    for (std::size_t k = 0; k < phrase.length; ++k)
      if (phrase_words_[phrase.words + k] != words[at + k]) return false;
    return true;
  }
  // Those whose last word in the candidate is this one.
  std::span<const Phrase> phrases_ending(std::int32_t word) const {
    auto w = static_cast<std::size_t>(word);
    return std::span(by_last_).subspan(last_starts_[w], last_starts_[w + 1] - last_starts_[w]);
  }
  std::span<const Phrase> phrases_at(std::size_t reference_start) const {
    std::size_t begin = starts_[reference_start];
    return std::span(phrases_).subspan(begin, starts_[reference_start + 1] - begin);
  }
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
  std::vector<Phrase> phrases_, by_last_;    // in the order of the reference; the same by their last word
  std::vector<std::int32_t> phrase_words_;
  std::vector<std::size_t> starts_, last_starts_, last_ends_;  // of the phrases of each reference word, and of each last word
  std::size_t phrase_reach_ = 0;             // words of the longest phrase of the candidate
  std::vector<std::int32_t> of_table_;       // distinct words by their number in the table of paraphrases, else -1
  std::unique_ptr<TerpSearch> within_;       // finds the edits between a phrase and its paraphrase
  std::vector<double> rows_, tried_;
  std::vector<Cell> cells_;
  Errors errors_;
  double edits_ = 0, shifts_ = 0;
  std::vector<std::vector<Shift>> by_size_;
  std::vector<std::int32_t> moved_, best_moved_;
};

}  // namespace pitchpipe::metrics
