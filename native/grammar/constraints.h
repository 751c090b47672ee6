#pragma once

#include <cstddef>

namespace pitchpipe::grammar {

inline constexpr std::size_t kMostGaps = 3;
inline constexpr std::size_t kHierarchicalGaps = 2;  // of rules that are not from trees
inline constexpr std::size_t kMostSymbols = 20;  // of one side of a rule
inline constexpr std::size_t kMostInner = 24;    // constituents within a rule, if their labels are kept

// Which rules are extracted (Chiang 2007, section 3.2).
struct Constraints {
  std::size_t longest = 10;         // words of an initial phrase, on either side
  std::size_t source_symbols = 5;   // words and gaps
  std::size_t target_symbols = 10;
  std::size_t gaps = 2;
  std::size_t smallest_gap = 1;     // source words under a gap
  bool adjacent_gaps = false;       // whether gaps may follow each other in the source
  bool aligned_word = true;         // whether a rule has to have aligned words
  bool tight = true;                // whether initial phrases start and end with aligned words
  bool fractional = true;           // whether the rules of one initial phrase share a count of 1, or have 1 each
  bool source_labels = false;       // whether labels, where there are some, are those of source spans

  // Throws std::invalid_argument for what no rule can have.
  void check() const;
};

// Which rules are extracted from trees (Galley et al. 2004 and 2006).
struct TreeConstraints {
  std::size_t size = 3;             // constituents of a composed rule, parts of speech not counted
  std::size_t source_symbols = 7;   // words and gaps
  std::size_t target_symbols = 10;
  std::size_t gaps = 3;
  std::size_t scope = 3;            // as Hopkins and Langmead (2010) define it
  bool all_attachments = false;     // whether unaligned source words belong to all rules that they can belong to
  bool inner = false;               // whether the labels of the constituents within a rule are kept, before its own
  bool root_model = false;          // whether rules have a fifth score, p(rule|label)
  bool fractional = true;           // whether the rules of one node share a count of 1, or have 1 each

  // Throws std::invalid_argument for what no rule can have.
  void check() const;
};

}  // namespace pitchpipe::grammar
