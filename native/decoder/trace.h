#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decoder/search.h"

namespace pitchpipe::decoder {

// All that a search has made, with what was recombined and pruned. Hypothesis 0 is the start; the others come stack by
// stack, in the order in which they were made.
struct Trace {
  struct Option {
    std::uint32_t begin, end;  // source words
    bool unknown, given;
    float score, estimate;
    std::string text;
    std::vector<SourcePieces::Span> spans;  // its source words; none if pieces of the phrase come before it
    std::uint32_t next;                     // the option that has to follow, kNoOption if there is none
  };
  struct Hypothesis {
    std::uint32_t covered;    // source words, the number of its stack
    bool kept;
    std::uint32_t extension;  // the best one that leads to it, kNone for the start
    Coverage coverage;
    double score, rank, finish;  // finish is of complete ones: the end of the sentence
    std::vector<std::uint32_t> owed;  // options that have to follow
  };
  struct Extension {
    std::uint32_t from, to;   // hypotheses
    std::uint32_t option;
    double score;
  };
  std::vector<Option> options;
  std::vector<Hypothesis> hypotheses;
  std::vector<Extension> extensions;   // by the hypothesis they lead to, the best one first
  std::vector<float> dense;            // features of each hypothesis's best derivation
  std::vector<std::uint64_t> skipped;  // of each stack but the first, extensions that were not made
};

// The search must have kept alternatives and a trace.
Trace read_trace(Search& search);

}  // namespace pitchpipe::decoder
