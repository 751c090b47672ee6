#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/best_first.h"
#include "phrases/phrase_table.h"
#include "phrases/table_writer.h"

namespace pitchpipe::grammar {

using phrases::WordId;

// Which source sides of rules can be used on some lines: those whose words are in a line in the rule's order, next to
// each other where no gap is between them, and with a word at least for each gap.
class RuleFilter {
 public:
  // Line i has the ids offsets[i] to offsets[i + 1] - 1, -1 for a word that is in no rule; the symbols in `gaps`
  // are no words. Throws std::invalid_argument if the offsets do not fit.
  RuleFilter(std::span<const std::int32_t> ids, std::span<const std::int64_t> offsets,
             std::span<const WordId> gaps);

  bool matches(std::span<const WordId> source) const;

 private:
  bool is_gap(WordId symbol) const { return std::ranges::binary_search(gaps_, symbol); }
  bool matches_line(std::span<const WordId> source, std::span<const std::int32_t> line) const;

  std::vector<std::int32_t> ids_;
  std::vector<std::size_t> offsets_;
  std::vector<std::vector<std::uint32_t>> lines_;  // of each word, in order
  std::size_t longest_ = 0;                        // line, in words
  std::vector<WordId> gaps_;  // sorted
};

// Writes the rules of a grammar that pass `filter`, of source sides that match a line of `only`, if that is given.
void filter_rules(const phrases::PhraseTable& grammar, const phrases::PhraseFilter& filter, const RuleFilter* only,
                  phrases::TableWriter& writer);

}  // namespace pitchpipe::grammar
