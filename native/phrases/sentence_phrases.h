#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reordering/kinds.h"

namespace pitchpipe::phrases {

// A word of the source sentence and a word of the target sentence that are aligned, counted from 0.
struct WordLink {
  std::int32_t source, target;
  bool operator==(const WordLink&) const = default;
};

// Where a phrase pair stands to what is translated before it and after it, for each kind of reordering model.
struct PhraseOrientations {
  static constexpr std::size_t kCount = 2 * reordering::kKinds;
  std::array<reordering::Orientation, kCount> all;

  // As one number.
  static constexpr std::size_t kCodeBits = [] {
    std::size_t codes = 1;
    for (std::size_t i = 0; i < kCount; ++i) codes *= reordering::kOrientations;
    return static_cast<std::size_t>(std::bit_width(codes - 1));
  }();
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

  // All phrase pairs of at most `longest` words on each side. With blocks, orientations that look at phrase pairs of any
  // length are found too, which takes time in the square of the target's length; otherwise they are discontinuous. With
  // sides, discontinuous phrases to the left are told from others.
  void extract(std::size_t longest, reordering::Wanted wanted, std::vector<Phrase>& phrases);

  // Of a phrase pair with gaps: to what comes before it by where its first source piece begins and its last one ends, to
  // what comes after it by its last source piece. In the target, it is where its first piece is. After extract().
  PhraseOrientations orientations(std::uint32_t source_begin, std::uint32_t last_begin, std::uint32_t source_end,
                                  std::uint32_t target_begin, std::uint32_t target_end,
                                  reordering::Wanted wanted) const;

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

  // What reordering models look at: whether a link, or a block, touches a corner of the phrase pair. Left and right are
  // those of the source; `next` is after the phrase in the target.
  struct Neighbours {
    const SentencePhrases& sentence;
    std::int32_t before, after, previous, next;  // words beside the phrase, in source and target
    bool left = sentence.aligned(before, previous), right = sentence.aligned(after, previous);
    bool next_left = sentence.aligned(before, next), next_right = sentence.aligned(after, next);

    bool block_left() const { return sentence.block_at(sentence.end_end_, previous, last_before()); }
    bool block_right() const { return sentence.block_at(sentence.end_begin_, previous, first_after()); }
    bool next_block_left() const { return sentence.block_at(sentence.begin_end_, next, last_before()); }
    bool next_block_right() const { return sentence.block_at(sentence.begin_begin_, next, first_after()); }

    // Whether the phrase lies to the left of the nearest aligned target word before it, or the one after it to the left
    // of the phrase. What has words on both sides, or is the edge of the sentence, counts as in order.
    bool is_left() const {
      std::int32_t word = previous;
      while (word >= 0 && !sentence.target_aligned(static_cast<std::size_t>(word))) --word;
      return word >= 0 && sentence.links_[sentence.starts_[static_cast<std::size_t>(word)]].source > before;
    }
    bool next_is_left() const {
      std::int32_t word = next;
      while (word < sentence.target_size_ && !sentence.target_aligned(static_cast<std::size_t>(word))) ++word;
      return word < sentence.target_size_ &&
             sentence.links_[sentence.starts_[static_cast<std::size_t>(word) + 1] - 1].source < after;
    }

   private:
    // A block may have unaligned words at its edge, so it is known by the nearest aligned one.
    std::int32_t last_before() const {
      return before >= 0 ? sentence.aligned_before_[static_cast<std::size_t>(before)] : -1;
    }
    std::int32_t first_after() const {
      return after < sentence.source_size_ ? sentence.aligned_after_[static_cast<std::size_t>(after)] : -1;
    }
  };

  void find_blocks(std::int32_t longest, bool any_length);
  bool aligned(std::int32_t source, std::int32_t target) const;
  bool block_at(const Bits& corners, std::int32_t target, std::int32_t source) const;
  PhraseOrientations orientations(const Block& phrase, reordering::Wanted wanted) const;

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
