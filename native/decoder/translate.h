#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decoder/derivation.h"
#include "decoder/lattice.h"
#include "decoder/search.h"
#include "decoder/trace.h"

namespace pitchpipe::decoder {

// What is wanted of each sentence.
struct ListSettings {
  int complete = 1;        // how many translations
  bool distinct = false;   // of each text only the best
  int partial = 0;         // how many derivations of each stack, those of the last one being complete
  bool with_rest = false;  // whether their scores and features are those that stacks are ranked by
};

struct SourceSentence {
  std::string_view text;
  std::vector<GivenTranslation> given;
  std::vector<std::string> reference;
  bool forced = false;  // whether the reference must be yielded
  bool begun = false;   // whether the translation must begin with the prefix
  Prefix prefix = {};
  phrases::Contribution contribution = {};  // its own, to the counts of the first table, to be taken away
};

struct Candidate {
  Derivation derivation;
  double score;
  std::uint32_t covered;   // source words
  std::string extended;    // the text and the best monotone translation of each gap; partial ones only
  std::uint32_t place = 0; // tells those that do not compete apart, where they cover as many words
};

struct Translations {
  std::vector<Candidate> complete;  // best first
  // Stack by stack, in each best first by score and estimate of the rest. If a reference is forced, only what leads to
  // it or, where nothing does, to the start of it that translates the longest start of the source.
  std::vector<Candidate> partial;
  std::uint32_t reached = 0;        // words of the forced reference that some hypothesis yields
};

// Translates sentences on `threads` threads; the results are in the sentences' order and do not depend on threads.
std::vector<Translations> translate(const Model& model, const Weights& weights, const SearchSettings& search,
                                    const ListSettings& lists, const std::vector<SourceSentence>& sentences,
                                    int threads);

// The lattices of sentences, in their order.
std::vector<Lattice> lattices(const Model& model, const Weights& weights, const SearchSettings& search,
                              const std::vector<SourceSentence>& sentences, int threads);

// How the search for one sentence went.
Trace trace(const Model& model, const Weights& weights, const SearchSettings& search, const SourceSentence& sentence);

}  // namespace pitchpipe::decoder
