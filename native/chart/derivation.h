#pragma once

#include <cstdint>

#include "chart/kbest.h"
#include "decoder/derivation.h"

namespace pitchpipe::chart {

// What a complete derivation says: text, features, alignment, and the spans of its rules, a rule before those in its
// gaps. The rank is one that KBest has found.
decoder::Derivation read_derivation(const Search& search, const KBest& kbest, std::uint32_t node, std::size_t rank);

// The same of a node of a span alone: language models see no words before it.
decoder::Derivation read_part(const Search& search, const KBest& kbest, std::uint32_t node, std::size_t rank);

struct Completion;
// The same of the whole translation that a completion makes of a node of its span.
decoder::Derivation read_completed(const Search& search, const KBest& kbest, const Completion& completion,
                                   std::uint32_t node, std::size_t rank);

}  // namespace pitchpipe::chart
