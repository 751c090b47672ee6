#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decoder/search.h"

namespace pitchpipe::decoder {

// What a derivation, its arcs in order, says: text, features, alignment.
struct Derivation {
  std::string text;                                      // words with single spaces between them
  std::vector<float> dense;
  std::vector<std::pair<std::string, float>> sparse;     // sorted by name, each once
  std::vector<std::uint32_t> segments;                   // for each phrase: source begin, end, target begin, end
  std::vector<std::uint32_t> links;                      // source and target position, one pair after the other
};

// What the search expects to come after a derivation: these options, language models scored within phrases only, and
// jumps over so many words.
struct Rest {
  std::span<const std::uint32_t> options;
  std::uint32_t jumps = 0;
};

// `complete` counts the sentence's end in the language models; features of the rest are added to those of the arcs.
Derivation read_derivation(Search& search, std::span<const std::uint32_t> arcs, bool complete, const Rest& rest = {});

// The options of arcs.
std::vector<std::uint32_t> options_of(const Search& search, std::span<const std::uint32_t> arcs);

// The words of these options, with single spaces between them.
std::string text_of(const Search& search, std::span<const std::uint32_t> options);

}  // namespace pitchpipe::decoder
