#include "chart/forest.h"

#include <algorithm>

namespace pitchpipe::chart {

namespace {

class Reader {
 public:
  explicit Reader(const Search& search) : search_(search), numbers_(search.nodes().size(), kNone) {}

  Forest read() {
    mark();
    for (std::uint32_t node = 0; node < numbers_.size(); ++node)
      if (numbers_[node] != kNone) add(node);
    finish();
    return std::move(forest_);
  }

 private:
  // Nodes come after those that they are made of, so that one pass from the last to the first finds what is needed.
  void mark() {
    for (std::uint32_t node : search_.goals()) numbers_[node] = 0;
    for (std::size_t node = numbers_.size(); node-- > 0;) {
      if (numbers_[node] == kNone) continue;
      for (std::uint32_t arc = search_.nodes()[node].arc; arc != kNone; arc = search_.arcs()[arc].next)
        for (std::uint32_t child : search_.arcs()[arc].children)
          if (child != kNone) numbers_[child] = 0;
    }
  }

  void add(std::uint32_t node) {
    numbers_[node] = static_cast<std::uint32_t>(forest_.nodes.size());
    Forest::Node made{0, 0, true};
    for (std::uint32_t i = search_.nodes()[node].arc; i != kNone; i = search_.arcs()[i].next) {
      const Arc& arc = search_.arcs()[i];
      Forest::Arc& added = forest_.arcs.emplace_back();
      added.head = numbers_[node];
      added.score = arc.score;
      for (std::size_t g = 0; g < kMostGaps; ++g)
        added.tails[g] = arc.children[g] == kNone ? kNone : numbers_[arc.children[g]];
      if (arc.set == kNone) {
        made.end = forest_.nodes[added.tails[1]].end;
      } else {
        const Search::Place& place = search_.place(arc.set);
        made = {place.begin, place.end, false};
        write_rule(place, place.rules->rules[arc.rule], added);
      }
    }
    forest_.nodes.push_back(made);
  }

  void write_rule(const Search::Place& place, const Rule& rule, Forest::Arc& arc) const {
    auto put = [](std::string& text, std::string_view word) {
      if (!text.empty()) text += ' ';
      text += word;
    };
    if (rule.table == kGiven) {
      for (std::uint32_t at = place.begin; at < place.end; ++at) put(arc.source, search_.source()[at]);
      for (const std::string& word : place.rules->words) put(arc.target, word);
      return;
    }
    const phrases::PhraseTable& table = *search_.model().system.tables[static_cast<std::size_t>(rule.table)].table;
    for (WordId symbol : place.rules->source) put(arc.source, table.source_words()[symbol]);
    for (WordId symbol : table.target(rule.entry)) put(arc.target, table.target_words()[symbol]);
  }

  void finish() {
    auto last = static_cast<std::uint32_t>(forest_.nodes.size());
    for (std::uint32_t node : search_.goals())
      forest_.arcs.push_back({last, {numbers_[node], kNone, kNone}, search_.finish(node), {}, {}});
    forest_.nodes.push_back({0, static_cast<std::uint32_t>(search_.source().size()), true});
  }

  const Search& search_;
  std::vector<std::uint32_t> numbers_;  // of the search's nodes in the forest; kNone for those that lead nowhere
  Forest forest_;
};

}  // namespace

Forest read_forest(const Search& search) { return Reader(search).read(); }

}  // namespace pitchpipe::chart
