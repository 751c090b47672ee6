#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/grouped_texts.h"
#include "util/sorted_runs.h"
#include "util/word_table.h"

namespace pitchpipe::lm {

// Counts the n-grams of the highest order in a text, </s> after every line and <s> before it as often as needed. Words
// are numbered as lmplz does it: <unk>, <s>, </s>, and then in the order they come.
class NgramCounter {
 public:
  // Throws std::invalid_argument unless the order is 1 to 7.
  NgramCounter(unsigned order, std::size_t memory, const std::string& folder, int threads);

  // Text in pieces that are cut anywhere. Throws std::invalid_argument, "LINE: found ..., expected ...", for what is
  // not UTF-8 and for <unk>, <s> and </s>, which cannot be words of a text.
  void feed(std::string_view chunk);
  void finish();

  // Lines of word numbers: line i has the words ids[offsets[i]] to ids[offsets[i + 1] - 1]. Throws
  // std::invalid_argument for numbers and offsets that do not fit, and as above.
  void add(const text::GroupedTexts& words, std::span<const std::int32_t> ids, std::span<const std::int64_t> offsets);

  // The numbers of words, in their order; new ones are numbered as they come. Throws as add() does.
  std::vector<std::uint32_t> number(const text::GroupedTexts& words);
  // What count_ngrams() made of lines of these numbers, which are in a text after all that was counted before.
  void add_counted(std::span<const std::uint32_t> records, std::uint64_t lines, std::uint64_t tokens);

  unsigned order() const { return order_; }
  std::uint64_t lines() const { return lines_; }
  std::uint64_t tokens() const { return tokens_; }
  const util::WordStore& words() const { return words_; }
  util::SortedRuns& counted() { return counted_; }

 private:
  void line(std::string_view text);
  std::uint32_t number(std::string_view word);
  void count_line();

  unsigned order_;
  util::SortedRuns counted_;
  util::WordStore words_;
  std::string unfinished_;
  std::vector<std::uint32_t> line_;     // <s> and the words of the line
  std::vector<std::uint32_t> records_;  // its n-grams
  std::uint64_t lines_ = 0, tokens_ = 0;
};

// The n-grams of lines of word numbers as NgramCounter::number gives them, sorted and counted. Throws
// std::invalid_argument for offsets that are not in order.
std::vector<std::uint32_t> count_ngrams(unsigned order, std::span<const std::uint32_t> ids,
                                        std::span<const std::int64_t> offsets, std::size_t memory,
                                        const std::string& folder);

}  // namespace pitchpipe::lm
