#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/line_cutter.h"
#include "util/word_table.h"

namespace pitchpipe::lm {

// Reads an ARPA file that is given in pieces. Words are numbered in the order of the unigrams, except that <unk> (or
// <UNK>) is 0. Counts, sections and numbers are checked: errors are std::invalid_argument, "LINE: found ...,
// expected ...".
class ArpaReader {
 public:
  ArpaReader();

  void feed(std::string_view chunk);
  void finish();

  // The rows of order n, as NgramRows has them, are rows[n - 1]; the first of them was on line first_lines[n - 1].
  struct Result {
    std::vector<std::uint8_t> words;
    std::vector<std::int64_t> offsets;
    std::vector<std::vector<std::uint32_t>> rows;
    std::vector<std::int64_t> first_lines;
  };
  Result release();

 private:
  enum class Part { kStart, kCounts, kSection, kNgrams, kEnd };

  void line(std::string_view text);
  void parse(std::string_view text);
  void count(std::string_view text);
  void section(std::string_view text);
  void ngram(std::string_view text);

  Part part_ = Part::kStart;
  text::LineCutter lines_{std::size_t{1} << 20};
  std::vector<std::uint64_t> counts_;
  std::vector<std::vector<std::uint32_t>> rows_;
  std::vector<std::int64_t> first_lines_;
  std::uint64_t left_ = 0;  // n-grams that the section still needs
  std::vector<std::string_view> fields_;
  util::WordStore words_;
};

}  // namespace pitchpipe::lm
