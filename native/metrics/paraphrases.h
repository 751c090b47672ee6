#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/hash.h"
#include "util/word_table.h"

namespace pitchpipe::metrics {

// Pairs of phrases, a reference's and a candidate's, with a probability each.
class Paraphrases {
 public:
  struct Pair {
    std::int32_t phrase;  // of the candidate
    float probability;
    std::int32_t rarest;  // of its words, in the table; -1 where it has none
  };

  // Pairs are added one by one, or as METEOR's text: lines of probability, reference phrase and candidate phrase in turn,
  // in pieces that may end anywhere. Throws std::invalid_argument where a probability is not a number.
  void add(std::string_view reference, std::string_view candidate, double probability);
  void add_text(std::string_view piece);

  // Must be called after the last pair and before pairs are looked for; throws where the text ends within a pair.
  void finish();

  std::size_t size() const { return pairs_.size(); }
  std::size_t longest() const { return longest_; }
  std::size_t word_count() const { return words_.size(); }

  // The number of a word, and of a phrase of such numbers; WordTable::kUnknown where there is none.
  std::int32_t word(std::string_view text) const { return words_.find(text); }
  std::int32_t phrase(std::span<const std::int32_t> words) const {
    return phrases_.find({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
  }

  // Whether a phrase that has paraphrases may begin with some words: `hash` stands for those before `word`, at first 0, and
  // then for those up to it. No phrase begins so where this is false.
  bool may_begin(std::uint64_t& hash, std::int32_t word) const {
    hash = util::mix_hash(hash, static_cast<std::uint32_t>(word));
    return beginnings_[hash >> 6 & (beginnings_.size() - 1)] >> (hash & 63) & 1;
  }

  // The words of a phrase.
  void read_words(std::int32_t phrase, std::vector<std::int32_t>& words) const {
    std::string_view bytes = phrases_[static_cast<std::size_t>(phrase)];
    words.resize(bytes.size() / sizeof(std::int32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
  }

  // Calls `see` with one word of a phrase after the other, as long as it returns true, and returns what it returned last;
  // false where there is no word.
  template <class See>
  bool each_word(std::int32_t phrase, See see) const {
    std::string_view bytes = phrases_[static_cast<std::size_t>(phrase)];
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::int32_t)) {
      std::int32_t word;
      std::memcpy(&word, bytes.data() + at, sizeof word);
      if (!see(word)) return false;
    }
    return !bytes.empty();
  }

  // The paraphrases of a reference's phrase, in the order in which they were added.
  std::span<const Pair> of(std::int32_t phrase) const {
    auto p = static_cast<std::size_t>(phrase);
    return std::span(pairs_).subspan(starts_[p], starts_[p + 1] - starts_[p]);
  }

 private:
  std::int32_t intern(std::string_view text);
  void mark_rarest();
  void mark_beginnings();

  util::WordStore words_, phrases_;
  std::vector<std::int32_t> references_;  // of each pair, until they are sorted
  std::vector<Pair> pairs_;
  std::vector<std::size_t> starts_;
  std::vector<std::uint64_t> beginnings_{0};  // a bit for each hash, a power of two of words
  std::size_t longest_ = 0;
  std::vector<std::int32_t> split_;
  std::vector<std::string> lines_;  // of a pair that is not whole yet
  std::string rest_;                // of a line that is not whole yet
};

}  // namespace pitchpipe::metrics
