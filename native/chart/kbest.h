#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "chart/search.h"

namespace pitchpipe::chart {

// A rank that stands for a derivation on the way from a span to a whole translation; see spans.h.
inline constexpr std::uint32_t kCompleted = UINT32_MAX;

// The best derivations of nodes of a chart, found as they are asked for (Huang and Chiang 2005, algorithm 3).
class KBest {
 public:
  // An arc, and the ranks of the derivations of its children.
  struct Derivation {
    std::uint32_t arc;
    std::uint32_t ranks[kMostGaps];
    double score;
    bool operator<(const Derivation& other) const {
      if (score != other.score) return score < other.score;
      if (arc != other.arc) return arc > other.arc;
      return std::lexicographical_compare(other.ranks, other.ranks + kMostGaps, ranks, ranks + kMostGaps);
    }
  };

  explicit KBest(const Search& search) : search_(search), lists_(search.nodes().size()) {}

  // The derivation of a node with this rank, counted from 0; null if there are not so many.
  const Derivation* find(std::uint32_t node, std::size_t rank) {
    return reach(node, rank) ? &lists_[node].best[rank] : nullptr;
  }

  // One that find() has found, or that one of them is made of.
  const Derivation& known(std::uint32_t node, std::size_t rank) const { return lists_[node].best[rank]; }

 private:
  struct List {
    std::vector<Derivation> best;
    std::vector<Derivation> heap;
    bool started = false;
    bool owes_next = false;  // those that follow the last of `best` are not yet in the heap
    bool exhausted = false;
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
    if (!list.started && !start(list, search_.nodes()[node].arc)) return;
    if (list.owes_next && !follow(list)) return;
    if (list.heap.empty()) {
      list.exhausted = true;
      return;
    }
    std::pop_heap(list.heap.begin(), list.heap.end());
    list.best.push_back(list.heap.back());
    list.heap.pop_back();
    list.owes_next = true;
  }

  bool start(List& list, std::uint32_t first) {
    if (first == kNone && list.best.empty()) {
      list.best.push_back({kNone, {}, 0});
      list.exhausted = list.started = true;
      return false;
    }
    std::size_t before = wanted_.size();
    for (std::uint32_t arc = first; arc != kNone; arc = search_.arcs()[arc].next)
      for (std::uint32_t child : search_.arcs()[arc].children)
        if (child != kNone && !is_known(child, 0)) wanted_.push_back({child, 0});
    if (wanted_.size() > before) return false;
    for (std::uint32_t arc = first; arc != kNone; arc = search_.arcs()[arc].next) offer(list, {arc, {}, 0});
    return list.started = true;
  }

  // Each derivation comes from one other only: the one before it at the last child that is not at its best.
  bool follow(List& list) {
    Derivation last = list.best.back();
    const Arc& arc = search_.arcs()[last.arc];
    bool waits = false;
    auto needs = [&](std::size_t g) {
      return arc.children[g] != kNone &&
             std::all_of(last.ranks + g + 1, last.ranks + kMostGaps, [](std::uint32_t rank) { return rank == 0; });
    };
    for (std::size_t g = 0; g < kMostGaps; ++g)
      if (needs(g) && !is_known(arc.children[g], last.ranks[g] + 1)) {
        wanted_.push_back({arc.children[g], last.ranks[g] + std::size_t{1}});
        waits = true;
      }
    if (waits) return false;
    for (std::size_t g = 0; g < kMostGaps; ++g) {
      if (!needs(g)) continue;
      Derivation next = last;
      ++next.ranks[g];
      offer(list, next);
    }
    list.owes_next = false;
    return true;
  }

  void offer(List& list, Derivation derivation) {
    const Arc& arc = search_.arcs()[derivation.arc];
    derivation.score = arc.score;
    for (std::size_t g = 0; g < kMostGaps; ++g) {
      if (arc.children[g] == kNone) continue;
      const std::vector<Derivation>& of_child = lists_[arc.children[g]].best;
      if (of_child.size() <= derivation.ranks[g]) return;
      derivation.score += of_child[derivation.ranks[g]].score;
    }
    list.heap.push_back(derivation);
    std::push_heap(list.heap.begin(), list.heap.end());
  }

  const Search& search_;
  std::vector<List> lists_;
  std::vector<Wanted> wanted_;
};

}  // namespace pitchpipe::chart
