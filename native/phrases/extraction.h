#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "phrases/aligned_corpus.h"
#include "phrases/best_first.h"
#include "phrases/discounts.h"
#include "phrases/pair_counter.h"
#include "phrases/pair_scorer.h"
#include "phrases/sentence_gaps.h"
#include "phrases/table_writer.h"

namespace pitchpipe::phrases {

struct ExtractionSettings {
  std::size_t longest = 7;   // words of a phrase, at most 10
  reordering::TypeSet models;  // a table has their scores in this order
  Discounting discounting = Discounting::kNone;
  GapLimits gaps;
  PhraseFilter filter;
  std::size_t memory = std::size_t{1} << 30;  // bytes, for what is sorted
  std::string folder;                         // where what does not fit is kept meanwhile
  int threads = 1;
};

// Called with how much of all the work is done, from 0 to 1, now and then.
using ExtractionProgress = std::function<void(double)>;

// Gives what find_phrases() found in some more lines of a corpus; false if there are none.
using FoundPhrases = std::function<bool(std::vector<std::uint32_t>&)>;

// The instance records of the phrase pairs of a corpus, sorted and counted. Other lines of the same text must have the same
// vocabularies. Throws std::invalid_argument for a corpus that AlignedCorpus::check() refuses.
std::vector<std::uint32_t> find_phrases(const AlignedCorpus& corpus, const ExtractionSettings& settings);

// How often the words of a corpus are aligned to each other.
LexicalTable lexicon_of(const AlignedCorpus& corpus);

// Writes the phrase pairs of a corpus, scored, in the order of their source words' numbers; which translations come
// first among equals depends on the numbers of the target words. Where phrases have gaps, a gap is numbered after the words
// of each side. Only source phrases that `only` wants are written; what they are scored by comes from all. The result
// depends on neither memory nor threads. If there is `found`, phrase pairs are not looked for: it gives those of all lines.
//
// Throws std::invalid_argument for a corpus that AlignedCorpus::check() refuses, and std::runtime_error if a file
// cannot be written.
void extract_phrases(const AlignedCorpus& corpus, const SourceFilter& only, const ExtractionSettings& settings,
                     TableWriter& writer, const ExtractionProgress& progress, const FoundPhrases& found = {});

}  // namespace pitchpipe::phrases
