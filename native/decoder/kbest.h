#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/search.h"

namespace pitchpipe::decoder {

// The best derivations of nodes of a search, found as they are asked for (Huang and Chiang 2005, algorithm 3).
class KBest {
 public:
  explicit KBest(const Search& search) : search_(search), lists_(search.nodes().size()) {}

  // The score of the derivation of a node with this rank, counted from 0; null if there are not so many.
  const double* score(std::uint32_t node, std::size_t rank) {
    return reach(node, rank) ? &lists_[node].best[rank].score : nullptr;
  }

  // The arcs of a derivation that score() has found, first one first.
  std::vector<std::uint32_t> arcs(std::uint32_t node, std::size_t rank) const {
    std::vector<std::uint32_t> numbers;
    while (search_.nodes()[node].arc != kNone) {
      const Derivation& derivation = lists_[node].best[rank];
      const Arc& arc = search_.arcs()[derivation.arc];
      numbers.push_back(derivation.arc);
      node = arc.from;
      rank = derivation.rank;
    }
    std::reverse(numbers.begin(), numbers.end());
    return numbers;
  }

 private:
  struct Derivation {
    std::uint32_t arc;
    std::uint32_t rank;  // of the derivation before the arc
    double score;
    bool operator<(const Derivation& other) const {
      if (score != other.score) return score < other.score;
      return arc != other.arc ? arc > other.arc : rank > other.rank;
    }
  };
  struct List {
    std::vector<Derivation> best;
    std::vector<Derivation> heap;
    bool started = false;
  };

  void offer(List& list, std::uint32_t arc, std::uint32_t rank) {
    const double* before = score(search_.arcs()[arc].from, rank);
    if (!before) return;
    list.heap.push_back({arc, rank, *before + search_.arcs()[arc].score});
    std::push_heap(list.heap.begin(), list.heap.end());
  }

  bool reach(std::uint32_t node, std::size_t rank) {
    List& list = lists_[node];
    std::uint32_t first = search_.nodes()[node].arc;
    if (first == kNone && list.best.empty()) list.best.push_back({kNone, 0, 0});
    if (!list.started) {
      list.started = true;
      for (std::uint32_t arc = first; arc != kNone; arc = search_.arcs()[arc].next) offer(list, arc, 0);
    }
    while (list.best.size() <= rank) {
      if (!list.best.empty() && list.best.back().arc != kNone) {
        Derivation last = list.best.back();
        offer(list, last.arc, last.rank + 1);
      }
      if (list.heap.empty()) return false;
      std::pop_heap(list.heap.begin(), list.heap.end());
      list.best.push_back(list.heap.back());
      list.heap.pop_back();
    }
    return true;
  }

  const Search& search_;
  std::vector<List> lists_;
};

}  // namespace pitchpipe::decoder
