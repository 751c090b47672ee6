#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "phrases/table_vocabulary.h"

namespace pitchpipe::phrases {

// A word of the source phrase and a word of the target phrase that are aligned, counted from 0.
struct AlignmentPoint {
  std::uint8_t source, target;
  bool operator==(const AlignmentPoint&) const = default;
};

// The phrase pairs of a mapped file; a view of its arrays that owns nothing. Safe to share between threads.
//
// The arrays may hold anything: what does not fit is never read, and looks empty. What an entry holds can be relied
// on: there are score_count() scores and reordering_count() reordering values, words of the target are in the
// vocabulary, and alignment points lie within the target and below longest_source().
class PhraseTable {
 public:
  struct Words {
    std::span<const std::uint8_t> bytes;
    std::span<const std::int64_t> offsets;
    std::span<const std::uint32_t> slots;
  };

  // Rows of different lengths, one after the other: row r is values[offsets[r], offsets[r + 1]).
  template <class T>
  struct Rows {
    std::span<const T> values;
    std::span<const std::uint64_t> offsets;
  };

  struct Arrays {
    Words source_words, target_words;
    Rows<WordId> phrases;                     // source phrases
    std::span<const std::uint64_t> ranges;    // entries of phrase p: [ranges[p], ranges[p + 1])
    std::span<const std::uint32_t> slots;     // hash table of the source phrases
    std::span<const std::uint32_t> entries;   // for each entry its rows in targets, alignments and reordering
    std::span<const float> scores;            // for each entry score_count values
    std::span<const float> counts;            // for each entry the counts of target, source and both
    Rows<WordId> targets;
    Rows<std::uint8_t> alignments;            // source and target position, one after the other
    std::span<const float> reordering;        // rows of reordering_count values
    std::size_t score_count = 0;
    std::size_t reordering_count = 0;         // of all models
    std::size_t longest_source = 0;           // words of the longest source phrase
  };

  // Throws std::invalid_argument if the sizes do not fit each other; takes the same time whatever they are.
  explicit PhraseTable(const Arrays& arrays);

  struct Range {
    std::size_t begin, end;
  };

  // Logarithms are natural ones. The reordering values are, for each model, those of the previous phrase and then
  // those of the next one, each for monotone, swap and discontinuous.
  struct Entry {
    std::span<const WordId> target;
    std::span<const float> scores;
    std::span<const float> reordering;
    std::span<const AlignmentPoint> alignment;  // by target position, then by source position
    float target_count = 0, source_count = 0, joint_count = 0;
  };

  // The entries of a source phrase, best first by p(e|f), equals by the words of the target.
  std::optional<Range> find(std::span<const WordId> source) const;
  Entry entry(std::size_t i) const;
  std::span<const WordId> target(std::size_t i) const;  // that of entry i, without looking at the rest
  std::uint32_t target_row(std::size_t i) const { return arrays_.entries[3 * i]; }  // the same for the same words

  std::size_t size() const { return arrays_.scores.size() / arrays_.score_count; }
  std::size_t phrase_count() const { return arrays_.ranges.size() - 1; }
  std::span<const WordId> phrase(std::size_t p) const;  // source phrase number p
  Range range(std::size_t p) const;                     // and its entries

  std::size_t score_count() const { return arrays_.score_count; }
  std::size_t reordering_count() const { return arrays_.reordering_count; }
  std::size_t longest_source() const { return arrays_.longest_source; }
  const TableVocabulary& source_words() const { return source_words_; }
  const TableVocabulary& target_words() const { return target_words_; }

 private:
  std::span<const AlignmentPoint> alignment(std::size_t row, std::size_t target_size) const;
  std::span<const float> reordering(std::size_t row) const;

  Arrays arrays_;
  TableVocabulary source_words_, target_words_;
};

// Fills the slots of source phrases; they must be 0, and more than there are phrases. Their number is a power of
// two. Returns the number of a phrase that was there already, if one was, and stops at it.
std::optional<std::size_t> fill_phrase_slots(PhraseTable::Rows<WordId> phrases, std::span<std::uint32_t> slots);

}  // namespace pitchpipe::phrases
