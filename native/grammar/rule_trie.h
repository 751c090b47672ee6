#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/phrase_table.h"

namespace pitchpipe::grammar {

using phrases::WordId;

// The source sides of a grammar, symbol by symbol: a view of mapped arrays that owns nothing. Whatever they hold, nothing
// outside them is read. Node 0 is the root.
class RuleTrie {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Node {
    std::uint32_t parent, symbol;
    std::uint32_t phrase;  // the number of the source side that ends here, or kNone
    std::uint32_t gap;     // the node after a gap, the last one of several labels, or kNone
  };

  // `nodes` are four numbers for each node, `slots` a hash table of them. Throws std::invalid_argument if the sizes do
  // not fit.
  RuleTrie(std::span<const std::uint32_t> nodes, std::span<const std::uint32_t> slots);

  std::size_t size() const { return nodes_.size(); }
  // The node after a word, or kNone.
  std::uint32_t after_word(std::uint32_t node, WordId word) const;
  // The node after the next gap, or kNone.
  std::uint32_t after_gap(std::uint32_t node) const {
    std::uint32_t next = nodes_[node].gap;
    return next < nodes_.size() ? next : kNone;
  }
  // Whether there may be gaps after a node; that after a gap of some label is after_word() of its symbol.
  bool has_gap(std::uint32_t node) const { return nodes_[node].gap != kNone; }
  std::uint32_t phrase(std::uint32_t node) const { return nodes_[node].phrase; }

 private:
  std::span<const Node> nodes_;
  std::span<const std::uint32_t> slots_;
};

struct RuleTrieArrays {
  std::vector<std::uint32_t> nodes, slots;
};

// The trie of source sides; the symbols in `gaps` are gaps, numbered from left to right in each side.
RuleTrieArrays trie_of(phrases::PhraseTable::Rows<WordId> phrases, std::span<const WordId> gaps);

}  // namespace pitchpipe::grammar
