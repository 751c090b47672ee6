#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/sentence_phrases.h"

namespace pitchpipe::phrases {

inline constexpr std::size_t kMostGaps = 2;  // of a side

// Which phrase pairs with gaps there are beside those without (after Galley and Manning 2010).
struct GapLimits {
  bool source = false, target = false;  // which sides may have gaps
  std::size_t gaps = kMostGaps;         // of a side
  std::size_t symbols = 5;              // words and gaps of a side
  std::size_t span = 15;                // source words from the first to the last
  std::size_t target_gap = 7;           // words of a gap on the target side

  bool any() const { return (source || target) && gaps > 0; }
  // Throws std::invalid_argument for what no pair can have.
  void check(std::size_t longest) const;
};

// A side of a phrase pair: spans of words with gaps between them.
struct Pieces {
  struct Piece {
    std::uint32_t begin, end;
  };
  std::array<Piece, kMostGaps + 1> all;
  std::size_t count = 0;

  const Piece& operator[](std::size_t i) const { return all[i]; }
  const Piece& last() const { return all[count - 1]; }
  std::size_t gaps() const { return count - 1; }
};

// The phrase pairs with gaps of one sentence pair. Words that links connect are a unit. A pair is a set of units and,
// on each side, all words between two of its words among which none is aligned: where one is, there is a gap. So a pair
// is consistent with the alignment, each piece begins and ends with aligned words, and each gap has one.
class SentenceGaps {
 public:
  struct Phrase {
    Pieces source, target;
  };

  void find(const SentencePhrases& sentence, std::size_t source_size, std::size_t target_size, const GapLimits& limits,
            std::vector<Phrase>& found);

 private:
  struct Unit {
    std::vector<std::uint32_t> source, target;  // words, sorted
  };

  void set_units(const SentencePhrases& sentence, std::size_t source_size, std::size_t target_size);
  void grow(std::size_t unit);
  bool final_gaps_fit(std::uint32_t next_word) const;
  static bool set_pieces(std::span<const std::uint32_t> words, const std::vector<std::uint32_t>& next_aligned,
                         std::size_t symbols, std::size_t gaps, Pieces& pieces);
  void add_pair();

  GapLimits limits_;
  std::vector<Phrase>* found_ = nullptr;
  std::vector<Unit> units_;  // by their first source words
  std::vector<std::uint32_t> next_source_, next_target_;  // the first aligned word after each
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> source_, target_;  // words of the units chosen, sorted
};

}  // namespace pitchpipe::phrases
