#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "phrases/packed_phrase.h"
#include "phrases/phrase_table.h"
#include "phrases/sentence_gaps.h"
#include "phrases/sentence_phrases.h"

namespace pitchpipe::phrases {

// What stands for a gap on each side.
struct GapSymbols {
  WordId source, target;
};

// The records of 32-bit words in which phrase pairs are sorted, first as they are found in sentences:
//
//   target, source, alignment and orientations | 1
//
// and then each pair once:
//
//   source, target | alignment, joint count, target count, target pairs, orientation counts
//
// The key is what stands before the bar. The target pairs are how many pairs the target phrase has, and how many of them
// occur once and twice. The orientation counts are monotone, swap and, with sides, left, for each of the orientations of
// PhraseOrientations; the rest of the joint count is discontinuous.
struct PairRecords {
  PairRecords(std::size_t source_vocabulary, std::size_t target_vocabulary, std::size_t longest_phrase, bool with_sides)
      : longest(longest_phrase), sides(with_sides), source(source_vocabulary, longest), target(target_vocabulary, longest) {}

  static constexpr std::size_t kTargetFacts = 4;  // count, and pairs: all, once, twice

  std::size_t longest;
  bool sides;
  PhrasePacking source, target;

  std::size_t alignment_size() const { return (longest * longest + PhraseOrientations::kCodeBits + 31) / 32; }
  std::size_t instance_key() const { return target.size() + source.size() + alignment_size(); }
  std::size_t instance_size() const { return instance_key() + 1; }
  std::size_t pair_key() const { return source.size() + target.size(); }
  std::size_t pair_size() const { return orientations_at() + orientation_counts() * PhraseOrientations::kCount; }
  std::size_t pair_counts() const { return pair_key() + alignment_size(); }  // where the joint count stands
  std::size_t orientations_at() const { return pair_counts() + 1 + kTargetFacts; }
  std::size_t orientation_counts() const { return sides ? 3 : 2; }  // of one orientation

  // Adds the record of a phrase pair to `records`; the spans are those of whole sentences.
  void add_instance(const SentencePhrases& sentence, const SentencePhrases::Phrase& phrase,
                    std::span<const std::int32_t> source_line, std::span<const std::int32_t> target_line,
                    std::vector<std::uint32_t>& records) const;
  // The same of a pair with gaps.
  void add_instance(const SentencePhrases& sentence, const SentenceGaps::Phrase& phrase, GapSymbols gaps,
                    reordering::Wanted wanted, std::span<const std::int32_t> source_line,
                    std::span<const std::int32_t> target_line, std::vector<std::uint32_t>& records) const;

  // The code of the orientations stands last, so that records of one alignment follow each other.
  std::uint32_t orientations_of(const std::uint32_t* alignment) const;
  bool same_alignment(const std::uint32_t* a, const std::uint32_t* b) const;
  void alignment_of(const std::uint32_t* alignment, std::vector<AlignmentPoint>& points) const;

 private:
  // Bits after the code in the last word.
  std::size_t code_shift() const {
    return alignment_size() * 32 - longest * longest - PhraseOrientations::kCodeBits;
  }
};

}  // namespace pitchpipe::phrases
