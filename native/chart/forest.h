#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chart/search.h"

namespace pitchpipe::chart {

// What a search has kept, as far as it leads to whole translations: a hypergraph whose nodes come after those that they
// are made of; the last one is the whole translation. A choice of one arc for the last node, and for each node that an
// arc needs, is a derivation, and its arcs' scores add up to its score.
struct Forest {
  struct Node {
    std::uint32_t begin, end;  // source words
    bool is_prefix;            // phrases side by side from the sentence's start on, not one phrase
  };
  struct Arc {
    std::uint32_t head;
    std::uint32_t tails[kMostGaps];  // kNone where there is none
    double score;
    std::string source, target;      // of the rule, with gaps; empty for glue and for the sentence's end
  };
  std::vector<Node> nodes;
  std::vector<Arc> arcs;  // by their heads
};

// The search must have kept alternatives.
Forest read_forest(const Search& search);

}  // namespace pitchpipe::chart
