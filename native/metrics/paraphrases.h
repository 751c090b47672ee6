#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/word_table.h"

namespace pitchpipe::metrics {

// Pairs of phrases, a reference's and a candidate's, with a probability each.
class Paraphrases {
 public:
  struct Pair {
    std::int32_t phrase;  // of the candidate
    float probability;
  };

  // Pairs are added one by one, or as METEOR's text: lines of probability, reference phrase and candidate phrase in turn,
  // in pieces that may end anywhere. Throws std::invalid_argument where a probability is not a number.
  void add(std::string_view reference, std::string_view candidate, double probability);
  void add_text(std::string_view piece);

  // Must be called after the last pair and before pairs are looked for; throws where the text ends within a pair.
  void finish();

  std::size_t size() const { return pairs_.size(); }
  std::size_t longest() const { return longest_; }

  // The number of a word, and of a phrase of such numbers; WordTable::kUnknown where there is none.
  std::int32_t word(std::string_view text) const { return words_.find(text); }
  std::int32_t phrase(std::span<const std::int32_t> words) const {
    return phrases_.find({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
  }

  // The words of a phrase.
  void read_words(std::int32_t phrase, std::vector<std::int32_t>& words) const {
    std::string_view bytes = phrases_[static_cast<std::size_t>(phrase)];
    words.resize(bytes.size() / sizeof(std::int32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
  }

  // The paraphrases of a reference's phrase, in the order in which they were added.
  std::span<const Pair> of(std::int32_t phrase) const {
    auto p = static_cast<std::size_t>(phrase);
    return std::span(pairs_).subspan(starts_[p], starts_[p + 1] - starts_[p]);
  }

 private:
  std::int32_t intern(std::string_view text);

  util::WordStore words_, phrases_;
  std::vector<std::int32_t> references_;  // of each pair, until they are sorted
  std::vector<Pair> pairs_;
  std::vector<std::size_t> starts_;
  std::size_t longest_ = 0;
  std::vector<std::int32_t> split_;
  std::vector<std::string> lines_;  // of a pair that is not whole yet
  std::string rest_;                // of a line that is not whole yet
};

}  // namespace pitchpipe::metrics
