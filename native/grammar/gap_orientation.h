#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/aligned_corpus.h"
#include "phrases/sentence_phrases.h"
#include "util/packed_words.h"

namespace pitchpipe::grammar {

using util::WordId;
using reordering::Orientation;

// A pair of words at the edges of a span of the source by which it is known.
enum GapContext : std::uint8_t { kInside, kLeftEdge, kRightEdge };  // first and last word; words at each edge, out and in
inline constexpr std::size_t kGapContexts = 3;

// What is known of the spans of a context: the orientations of those that are phrases to what is translated before them,
// and to what is translated after them, and whether they are phrases.
inline constexpr std::size_t kGapOrientations = 3;
inline constexpr std::size_t kGapValues = 2 * kGapOrientations + 1;

// Stand for the edge of a sentence, and for a word that is not in the vocabulary.
inline constexpr WordId kSentenceEdge = (WordId{1} << 30) - 1;

inline constexpr WordId kUnknownWord = kSentenceEdge - 1;

inline std::uint64_t context_key(std::size_t context, WordId first, WordId second) {
  return std::uint64_t{context} << 60 | std::uint64_t{first} << 30 | second;
}
// The key of a span [begin, end) of a sentence.
std::uint64_t context_key(std::size_t context, std::span<const WordId> words, std::size_t begin, std::size_t end);

// How gaps are oriented in a rule: what is put before, and after, in the target, if that is known within the rule.
struct GapOrientation {
  static constexpr std::uint8_t kUnknown = kGapOrientations;
  std::uint8_t previous = kUnknown, next = kUnknown;
  auto operator<=>(const GapOrientation&) const = default;
};

// Finds it, by the blocks of words and gaps around them, as hierarchical reordering models do (Galley and Manning 2008).
// One for each thread.
class RuleOrientation {
 public:
  // The places of gaps in both sides of a rule, in the source's order; links are those of its words.
  void find(std::size_t source_size, std::size_t target_size, std::span<const phrases::WordLink> links,
            std::span<const phrases::WordLink> gaps, std::span<GapOrientation> found);

 private:
  std::vector<phrases::WordLink> all_;
  phrases::SentencePhrases rule_;
  std::vector<phrases::SentencePhrases::Phrase> phrases_;
};

// For each context that some span of the corpus has, in order: how often each orientation was seen before, and after, how
// many of the spans are phrases, and how many there are.
struct ContextCounts {
  static constexpr std::size_t kColumns = kGapValues + 1;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> counts;
};

// Of spans of up to `longest` words. Throws std::invalid_argument for a corpus that AlignedCorpus::check() refuses.
ContextCounts count_contexts(const phrases::AlignedCorpus& corpus, std::size_t longest, int threads);

// What is known of spans: natural logarithms of probabilities. A view of mapped arrays that owns nothing; whatever they
// hold, nothing outside them is read.
class GapOrientations {
 public:
  // `keys` are in order, and `values` a row for each. `words` are rows of probabilities for contexts that are not there, by
  // their words: for each context those of the first word and then those of the second, each with a row for the sentence's
  // edge and one for all others after those of the `vocabulary`. Throws std::invalid_argument if the sizes do not fit.
  GapOrientations(std::span<const std::uint64_t> keys, std::span<const float> values, std::span<const float> words,
                  std::size_t vocabulary);

  // Fills kGapContexts rows of kGapValues for a span; words are numbers up to kSentenceEdge.
  void look_up(std::span<const WordId> words, std::size_t begin, std::size_t end, std::span<float> found) const;

 private:
  const float* word_row(std::size_t context, std::size_t side, WordId word) const;

  std::span<const std::uint64_t> keys_;
  std::span<const float> values_, words_;
  std::size_t vocabulary_;
};

}  // namespace pitchpipe::grammar
