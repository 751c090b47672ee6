#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/ngram_table.h"
#include "util/hash_table.h"

namespace pitchpipe::metrics {

// How many n-grams every two texts of a list share. The first, second, ... occurrence of an n-gram in a text are items of
// their own, so that clipped matches are the items of both; a text is bits, one for each item that some texts have and
// others have not, and a pair of texts is a few hundred ANDs.
class SharedNgrams {
 public:
  // Forgets all texts; n-grams are of 1 to `order` tokens.
  void clear(std::size_t order);

  // Adds a text, whose tokens are numbers; texts are numbered from 0.
  void add(std::span<const std::int32_t> tokens);

  // To be called after the last text and before what follows.
  void finish();

  std::size_t size() const { return lengths_.size(); }

  // How many n-grams of n + 1 tokens a text has.
  std::size_t count(std::size_t text, std::size_t n) const {
    return lengths_[text] > n ? lengths_[text] - n : 0;
  }

  // Writes the matches of each order.
  void matches(std::size_t one, std::size_t other, std::int32_t* out) const;

  // Writes the matches of each order of a text with the mean text: each n-gram occurs in it as often as it does on average,
  // by the weights that were given to `average`.
  void average(std::span<const double> weights, std::size_t first);
  void average_matches(std::size_t text, double* out) const;

 private:
  std::int32_t item(std::int32_t ngram, std::int32_t occurrence, std::size_t n);

  std::size_t order_ = 0;
  NgramTable ngrams_;
  std::vector<std::size_t> lengths_;
  std::vector<std::int32_t> seen_;           // of each n-gram: its occurrences in the text being added
  std::vector<std::int32_t> first_item_;     // of each n-gram
  util::KeyMap<std::int32_t> later_items_{64};  // by n-gram and occurrence, from the second on
  std::vector<std::int32_t> entries_;        // the items of all texts, text by text
  std::vector<std::size_t> ends_;            // of each text's entries
  struct Item {
    std::uint32_t order;
    std::int32_t ngram, occurrence;
    std::uint32_t texts;  // that have it
  };
  std::vector<Item> items_;
  std::vector<std::int32_t> everywhere_;     // of each order: items that all texts have
  std::vector<std::uint32_t> last_words_;    // of each order: where its words of bits end
  std::size_t width_ = 0;                    // words of bits of a text
  std::vector<std::uint64_t> bits_;
  std::vector<double> averages_;             // of each n-gram
};

}  // namespace pitchpipe::metrics
