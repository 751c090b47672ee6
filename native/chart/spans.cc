#include "chart/spans.h"

#include <algorithm>
#include <limits>

#include "chart/derivation.h"

namespace pitchpipe::chart {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// What the best whole derivation through each node has outside of it.
class Outside {
 public:
  explicit Outside(const Search& search) : search_(search), ways_(search.nodes().size()) {
    for (std::uint32_t goal : search.goals()) offer(goal, {search.finish(goal), kNone, kNone, 0});
    // Nodes come after those that they are made of.
    for (auto node = static_cast<std::uint32_t>(ways_.size()); node-- > 0;)
      if (ways_[node].score != kNever)
        for (std::uint32_t arc = search.nodes()[node].arc; arc != kNone; arc = search.arcs()[arc].next)
          pass(node, arc);
  }

  // The score of the best whole derivation through a node.
  double through(std::uint32_t node) const { return ways_[node].score + search_.nodes()[node].score; }

  Completion completion(std::uint32_t node, KBest& kbest) const {
    Completion found;
    found.from = found.goal = node;
    for (Way way = ways_[node]; way.above != kNone; way = ways_[way.above]) {
      const Arc& arc = search_.arcs()[way.arc];
      KBest::Derivation derivation{way.arc, {}, 0};
      derivation.ranks[way.place] = kCompleted;
      for (std::size_t g = 0; g < kMostGaps; ++g)
        if (arc.children[g] != kNone && g != way.place) kbest.find(arc.children[g], 0);
      found.above.emplace(way.above, derivation);
      found.goal = way.above;
    }
    return found;
  }

 private:
  // The node above on the best way, by which of its arcs, and at which place of it.
  struct Way {
    double score = kNever;
    std::uint32_t above = kNone, arc = kNone;
    std::size_t place = 0;
  };

  void offer(std::uint32_t node, const Way& way) {
    if (way.score > ways_[node].score) ways_[node] = way;
  }

  void pass(std::uint32_t node, std::uint32_t number) {
    const Arc& arc = search_.arcs()[number];
    double whole = ways_[node].score + arc.score;
    for (std::uint32_t child : arc.children)
      if (child != kNone) whole += search_.nodes()[child].score;
    for (std::size_t g = 0; g < kMostGaps; ++g)
      if (arc.children[g] != kNone)
        offer(arc.children[g], {whole - search_.nodes()[arc.children[g]].score, node, number, g});
  }

  const Search& search_;
  std::vector<Way> ways_;
};

// The best derivations of some nodes together, one after the other.
class Ranked {
 public:
  struct Item {
    double score;
    std::uint32_t node;
    std::size_t rank;
    double bonus;
    bool operator<(const Item& other) const {
      if (score != other.score) return score < other.score;
      return node != other.node ? node > other.node : rank > other.rank;
    }
  };

  explicit Ranked(KBest& kbest) : kbest_(kbest) {}

  void offer(std::uint32_t node, std::size_t rank, double bonus) {
    if (const KBest::Derivation* derivation = kbest_.find(node, rank)) {
      heap_.push_back({derivation->score + bonus, node, rank, bonus});
      std::push_heap(heap_.begin(), heap_.end());
    }
  }

  bool next(Item& item) {
    if (heap_.empty()) return false;
    std::pop_heap(heap_.begin(), heap_.end());
    item = heap_.back();
    heap_.pop_back();
    offer(item.node, item.rank + 1, item.bonus);
    return true;
  }

 private:
  KBest& kbest_;
  std::vector<Item> heap_;
};

}  // namespace

void add_spans(const Search& search, const decoder::ListSettings& lists, std::vector<decoder::Candidate>& found) {
  KBest kbest(search);
  Outside outside(search);
  auto size = static_cast<std::uint32_t>(search.source().size());
  auto labels = static_cast<std::uint32_t>(search.model().labels.size() + 1);
  for (const Search::Group& group : search.groups()) {
    if (group.end - group.begin == size) continue;
    Ranked ranked(kbest);
    std::uint32_t best = kNone;
    for (std::uint32_t i = group.nodes.begin; i < group.nodes.end; ++i) {
      std::uint32_t node = search.ranked_node(i);
      ranked.offer(node, 0, 0);
      if (outside.through(node) != kNever && (best == kNone || outside.through(node) > outside.through(best)))
        best = node;
    }
    if (best == kNone) continue;
    Completion completion = outside.completion(best, kbest);
    Ranked::Item item;
    for (int n = 0; n < lists.partial && ranked.next(item); ++n) {
      decoder::Candidate& made = found.emplace_back();
      decoder::Derivation whole = read_completed(search, kbest, completion, item.node, item.rank);
      decoder::Derivation part = read_part(search, kbest, item.node, item.rank);
      made.extended = std::move(whole.text);
      whole.text = part.text;
      made.score = lists.with_rest ? search.score_of(whole) : search.score_of(part);
      made.derivation = lists.with_rest ? std::move(whole) : std::move(part);
      made.covered = group.end - group.begin;
      made.place = group.begin * labels + (group.label == kAnyLabel ? 0 : group.label + 1);
    }
  }
  if (size == 0) return;
  Ranked ranked(kbest);
  for (std::uint32_t node : search.goals()) ranked.offer(node, 0, search.finish(node));
  Ranked::Item item;
  for (int n = 0; n < lists.partial && ranked.next(item); ++n) {
    decoder::Derivation whole = read_derivation(search, kbest, item.node, item.rank);
    std::string text = whole.text;
    found.push_back({std::move(whole), item.score, size, std::move(text)});
  }
}

}  // namespace pitchpipe::chart
