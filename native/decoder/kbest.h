#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/search.h"

namespace pitchpipe::decoder {

// The best derivations of nodes of a search, found as they are asked for (Huang and Chiang 2005, algorithm 3).
class KBest {
 public:
  explicit KBest(const Search& search) : search_(search) {}

  // Forgets everything; to be called after each run of the search. Keeps the memory of short lists.
  void start() {
    for (std::uint32_t node : started_) lists_[node].clear();
    started_.clear();
    if (lists_.size() < search_.nodes().size()) lists_.resize(search_.nodes().size());
  }

  // The score of the derivation of a node with this rank, counted from 0; null if there are not so many.
  const double* score(std::uint32_t node, std::size_t rank) {
    return reach(node, rank) ? &lists_[node].best[rank].score : nullptr;
  }

  // The arcs of a derivation that score() has found, first one first.
  std::vector<std::uint32_t> arcs(std::uint32_t node, std::size_t rank) const {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(kRoom);
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
    bool owes_next = false;  // the one that follows the last of `best` is not yet in the heap
    bool exhausted = false;

    void clear() {
      for (std::vector<Derivation>* each : {&best, &heap})
        if (each->capacity() <= kKept)
          each->clear();
        else
          std::vector<Derivation>().swap(*each);
      started = owes_next = exhausted = false;
    }
  };
  struct Wanted {
    std::uint32_t node;
    std::size_t rank;
  };

  bool is_known(std::uint32_t node, std::size_t rank) const {
    return lists_[node].best.size() > rank || lists_[node].exhausted;
  }

  // What is wanted is kept on a stack of our own: a long sentence has thousands of nodes one after the other.
  bool reach(std::uint32_t node, std::size_t rank) {
    if (!is_known(node, rank)) wanted_.push_back({node, rank});
    while (!wanted_.empty()) {
      Wanted last = wanted_.back();
      if (is_known(last.node, last.rank))
        wanted_.pop_back();
      else
        advance(last.node);
    }
    return lists_[node].best.size() > rank;
  }

  // Finds the next derivation of a node, or puts what it needs first on the stack.
  void advance(std::uint32_t node) {
    List& list = lists_[node];
    if (!list.started && !start(node)) return;
    if (list.owes_next) {
      Derivation last = list.best.back();
      std::uint32_t from = search_.arcs()[last.arc].from;
      if (!is_known(from, last.rank + 1)) return wanted_.push_back({from, last.rank + 1});
      offer(list, last.arc, last.rank + 1);
      list.owes_next = false;
    }
    if (list.heap.empty()) {
      list.exhausted = true;
      return;
    }
    std::pop_heap(list.heap.begin(), list.heap.end());
    list.best.push_back(list.heap.back());
    list.heap.pop_back();
    list.owes_next = true;
  }

  bool start(std::uint32_t node) {
    List& list = lists_[node];
    std::uint32_t first = search_.nodes()[node].arc;
    if (first == kNone) list.best.push_back({kNone, 0, 0});
    std::size_t before = wanted_.size();
    for (std::uint32_t arc = first; arc != kNone; arc = search_.arcs()[arc].next)
      if (std::uint32_t from = search_.arcs()[arc].from; !is_known(from, 0)) wanted_.push_back({from, 0});
    if (wanted_.size() > before) return false;
    for (std::uint32_t arc = first; arc != kNone; arc = search_.arcs()[arc].next) offer(list, arc, 0);
    started_.push_back(node);
    return list.started = true;
  }

  void offer(List& list, std::uint32_t arc, std::uint32_t rank) {
    const std::vector<Derivation>& before = lists_[search_.arcs()[arc].from].best;
    if (before.size() <= rank) return;
    list.heap.push_back({arc, rank, before[rank].score + search_.arcs()[arc].score});
    std::push_heap(list.heap.begin(), list.heap.end());
  }

  static constexpr std::size_t kKept = 128;
  static constexpr std::size_t kRoom = 16;  // for the arcs of a derivation; most have fewer

  const Search& search_;
  std::vector<List> lists_;  // of nodes; there may be more than this search has
  std::vector<std::uint32_t> started_;
  std::vector<Wanted> wanted_;
};

}  // namespace pitchpipe::decoder
