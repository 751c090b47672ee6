#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "chart/kbest.h"
#include "decoder/translate.h"

namespace pitchpipe::chart {

// The way from a node up to a whole translation, the best of those that search has kept: each node on it above the first
// one, with the derivation that is made of the node below it.
struct Completion {
  std::unordered_map<std::uint32_t, KBest::Derivation> above;
  std::uint32_t from = kNone, goal = kNone;
};

// The best translations of each span that whole translations are made of, as candidates that compete: the nodes of a span
// that have one label, which share a beam. All candidates of a span stand in the same completion, that of the best
// translation through the span; their extended texts are whole sentences. The last candidates are whole translations.
//
// Features and scores are those of the whole sentence `with_rest`, or else of the span alone: language models see no words
// before it.
void add_spans(const Search& search, const decoder::ListSettings& lists, std::vector<decoder::Candidate>& found);

}  // namespace pitchpipe::chart
