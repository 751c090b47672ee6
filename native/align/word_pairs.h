#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::align {

// Lines of word numbers: line n is ids[offsets[n]] to ids[offsets[n + 1] - 1]. Numbers are below `words`; a
// negative one is an unknown word.
struct NumberedText {
  std::span<const std::int32_t> ids;
  std::span<const std::int64_t> offsets;
  std::size_t words;
};

// Pairs of a source and a target word, numbered by source word, then by target word: those of source word s are
// rows[s] to rows[s + 1] - 1, and pair k is with the target word targets[k].
struct PairTable {
  std::vector<std::int64_t> rows;
  std::vector<std::int32_t> targets;

  std::size_t size() const { return targets.size(); }
};

// The same in memory that somebody else owns.
struct PairSpans {
  std::span<const std::int64_t> rows;
  std::span<const std::int32_t> targets;

  std::size_t size() const { return targets.size(); }
};

// Two texts, line by line translations of each other, with the number of every word pair within a line looked up
// once and for all. Pairs are numbered alike for both directions of translation.
class WordPairs {
 public:
  // No line has more tokens, so that the work on a pair of lines is bounded.
  static constexpr std::size_t kMostTokens = 1000;

  // Numbers all pairs of words that occur in the same line. Throws std::invalid_argument if the texts disagree or
  // are not what NumberedText says, or a line is too long.
  WordPairs(NumberedText source, NumberedText target, int threads);

  // Looks the pairs up in a table; a pair that is not there has the number table.size(), or the next one if both
  // words are unknown. Throws as well if the table is not sorted or does not have the words of the texts.
  WordPairs(NumberedText source, NumberedText target, PairSpans table, int threads);

  // Takes the numbers of the pairs from an earlier one of the same texts, which must stay where they are. Throws as
  // well if they are not one for each cell and below `pairs`.
  WordPairs(NumberedText source, NumberedText target, std::span<const std::int32_t> cells, std::size_t pairs);

  // Where the pairs were numbered here: which they are.
  const PairTable& table() const { return table_; }
  std::size_t pair_count() const { return pair_count_; }
  std::size_t line_count() const { return source_offsets_.size() - 1; }
  std::size_t source_words() const { return source_words_; }
  std::size_t target_words() const { return target_words_; }

  // Tokens of both texts, by line; an unknown word has the number source_words() or target_words().
  std::span<const std::int32_t> source() const { return source_; }
  std::span<const std::int32_t> target() const { return target_; }
  std::size_t source_begin(std::size_t line) const { return static_cast<std::size_t>(source_offsets_[line]); }
  std::size_t target_begin(std::size_t line) const { return static_cast<std::size_t>(target_offsets_[line]); }
  std::size_t source_length(std::size_t line) const { return source_begin(line + 1) - source_begin(line); }
  std::size_t target_length(std::size_t line) const { return target_begin(line + 1) - target_begin(line); }

  // Numbers of the pairs, one cell for each: those of a source token with all target tokens of its line stand
  // together, source token by source token.
  std::span<const std::int32_t> cells() const { return cells_view_; }
  std::size_t token_cells(std::size_t source_token) const {
    return static_cast<std::size_t>(token_cells_[source_token]);
  }
  std::size_t line_cells(std::size_t line) const { return token_cells(source_begin(line)); }

  // The tokens of each source word, in order: those of word s are occurrences[starts[s]] to
  // occurrences[starts[s + 1] - 1].
  std::span<const std::int64_t> occurrence_starts() const { return occurrence_starts_; }
  std::span<const std::int64_t> occurrences() const { return occurrences_; }

 private:
  void take_texts(NumberedText source, NumberedText target);
  void list_occurrences();
  template <class Visit>
  void for_each_cell(std::size_t source_word, Visit visit);
  void number_pairs(int threads);
  void find_pairs(const PairSpans& table, int threads);

  std::size_t source_words_ = 0, target_words_ = 0;
  std::vector<std::int32_t> source_, target_, cells_;
  std::vector<std::int64_t> source_offsets_, target_offsets_, token_cells_, occurrence_starts_, occurrences_;
  std::vector<std::int32_t> token_lines_;
  std::span<const std::int32_t> cells_view_;  // cells_, or those of somebody else
  PairTable table_;
  std::size_t pair_count_ = 0;
};

}  // namespace pitchpipe::align
