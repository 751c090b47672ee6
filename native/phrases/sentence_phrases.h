#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::phrases {

// A word of the source sentence and a word of the target sentence that are aligned, counted from 0.
struct WordLink {
  std::int32_t source, target;
  bool operator==(const WordLink&) const = default;
};

enum class Orientation : std::uint8_t { kMonotone, kSwap, kDiscontinuous };

// Where a phrase pair stands to what is translated before it and after it, word-based and hierarchical.
struct PhraseOrientations {
  Orientation word_previous, word_next, block_previous, block_next;

  static constexpr std::size_t kCodes = 81;
  static constexpr std::size_t kCodeBits = 7;
  std::uint32_t code() const;
  static PhraseOrientations of_code(std::uint32_t code);
};

// The phrase pairs of one sentence pair: pairs of spans with an alignment point within, and none from within one to
// outside the other. Unaligned words at the edges of a span belong to it or not: both pairs are there.
class SentencePhrases {
 public:
  struct Phrase {
    std::uint32_t source_begin, source_end, target_begin, target_end;
    PhraseOrientations orientations;
  };

  // The links must lie within the sentences; the same link twice is one.
  void set(std::size_t source_size, std::size_t target_size, std::span<const WordLink> links);

  // All phrase pairs of at most `longest` words on each side. With blocks, the hierarchical orientation of Galley and
  // Manning (2008) is found too: monotone or swap if a phrase pair of any length is next to this one. It takes time in
  // the square of the target's length.
  void extract(std::size_t longest, bool with_blocks, std::vector<Phrase>& phrases);

  // The links of the target words [begin, end), by target and then by source.
  std::span<const WordLink> links_of(std::size_t begin, std::size_t end) const {
    return std::span(links_).subspan(starts_[begin], starts_[end] - starts_[begin]);
  }
  std::span<const WordLink> links() const { return links_; }
  bool source_aligned(std::size_t word) const { return source_sums_[word + 1] > source_sums_[word]; }
  bool target_aligned(std::size_t word) const { return starts_[word + 1] > starts_[word]; }

 private:
  class Bits {
   public:
    void reset(std::size_t rows, std::size_t columns);
    void set(std::size_t row, std::size_t column) { words_[row * width_ + column / 64] |= bit(column); }
    bool operator()(std::size_t row, std::size_t column) const {
      return (words_[row * width_ + column / 64] & bit(column)) != 0;
    }

   private:
    static std::uint64_t bit(std::size_t column) { return std::uint64_t{1} << column % 64; }
    std::size_t width_ = 0;
    std::vector<std::uint64_t> words_;
  };

  // A phrase pair without unaligned source words at its edges; the last words are part of it.
  struct Block {
    std::int32_t first_source, last_source, first_target, last_target;
  };

  void find_blocks(std::int32_t longest, bool any_length);
  bool aligned(std::int32_t source, std::int32_t target) const;
  bool block_at(const Bits& corners, std::int32_t target, std::int32_t source) const;
  PhraseOrientations orientations(const Block& phrase, bool with_blocks) const;

  std::int32_t source_size_ = 0, target_size_ = 0;
  std::vector<WordLink> links_;             // by target, then by source
  std::vector<std::uint32_t> starts_;       // of each target word's links
  std::vector<std::uint32_t> source_sums_;  // how many links the source words before this one have
  std::vector<std::int32_t> aligned_before_, aligned_after_;  // nearest aligned source word; this one, if it is
  std::vector<Block> blocks_;
  Bits aligned_;
  // By target word and source word: where blocks end and begin on both sides, and with the sides crossed.
  Bits end_end_, end_begin_, begin_begin_, begin_end_;
};

}  // namespace pitchpipe::phrases
