#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decoder/search.h"

namespace pitchpipe::decoder {

// What a search has kept, as far as it leads to complete translations: nodes in the order of the translation, 0 the
// start and the last one the end. A path from start to end is a derivation, and its arcs' scores add up to its score.
struct Lattice {
  struct Arc {
    std::uint32_t from, to;
    std::uint32_t begin, end;  // source words; both are the sentence's size on arcs to the end
  };
  std::vector<std::uint32_t> covered;  // of each node, source words
  std::vector<Arc> arcs;               // by the node they lead to
  std::vector<double> scores;
  std::vector<std::string> texts;      // target words of each arc
};

// The nodes of whole translations.
std::vector<std::uint32_t> complete_nodes(const Search& search);

// Whether each node is on the way to one of these. The search must have kept alternatives.
std::vector<bool> nodes_before(const Search& search, const std::vector<std::uint32_t>& goals);

// The search must have kept alternatives.
Lattice read_lattice(const Search& search);

}  // namespace pitchpipe::decoder
