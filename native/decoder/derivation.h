#pragma once

#include <cstdint>
#include <optional>
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

// Reads derivations of a search. They share most of their options and of the language models' contexts, so what each
// option brings is kept from one to the next.
class DerivationReader {
 public:
  explicit DerivationReader(Search& search) : search_(search) { start(); }

  // Forgets everything; to be called after each run of the search.
  void start();

  // `complete` counts the sentence's end in the language models; features of the rest are added to those of the arcs.
  Derivation read(std::span<const std::uint32_t> arcs, bool complete, const Rest& rest = {});

 private:
  class Walk;
  using SparseNames = std::vector<std::pair<std::string, float>>;
  struct Known {
    phrases::PhraseTable::Entry entry;  // of options of a table
    float log_count = 0;                // of the pair
    std::string text;
    std::optional<SparseNames> sparse;  // of the pair; made when they are first asked for, as those that follow
    std::vector<std::pair<int, SparseNames>> oriented;  // of the pair, by its orientation
  };
  struct Step {
    std::uint32_t context, scores;
  };

  // Good until that of an option is asked for that has not been before.
  Known& known(std::uint32_t option);
  // As Contexts::step.
  std::uint32_t step(std::uint32_t context, std::uint32_t option, std::span<float> scores);

  Search& search_;
  std::vector<std::uint32_t> places_;  // of each option, among known_, or kNone
  std::vector<Known> known_;
  util::KeyMap<Step> steps_;           // by context and option
  std::vector<float> step_scores_;     // of each step, one for each language model
  Blocks blocks_;
};

// The options of arcs.
std::vector<std::uint32_t> options_of(const Search& search, std::span<const std::uint32_t> arcs);

// The words of these options, with single spaces between them.
std::string text_of(const Search& search, std::span<const std::uint32_t> options);

}  // namespace pitchpipe::decoder
