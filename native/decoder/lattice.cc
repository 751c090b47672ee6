#include "decoder/lattice.h"

#include <span>

#include "decoder/derivation.h"

namespace pitchpipe::decoder {

namespace {

template <class Visit>
void for_each_arc(const Search& search, std::uint32_t node, Visit visit) {
  for (std::uint32_t arc = search.nodes()[node].arc; arc != kNone; arc = search.arcs()[arc].next)
    visit(search.arcs()[arc]);
}

}  // namespace

std::vector<std::uint32_t> complete_nodes(const Search& search) {
  std::vector<std::uint32_t> complete;
  const Search::Stack& last = search.stacks().back();
  for (std::uint32_t node = last.begin; node < last.end; ++node)
    if (search.complete(search.nodes()[node])) complete.push_back(node);
  return complete;
}

std::vector<bool> nodes_before(const Search& search, const std::vector<std::uint32_t>& goals) {
  std::vector<bool> before(search.nodes().size());
  for (std::uint32_t node : goals) before[node] = true;
  // Arcs lead from earlier nodes to later ones.
  for (std::size_t node = before.size(); node-- > 0;)
    if (before[node])
      for_each_arc(search, static_cast<std::uint32_t>(node), [&](const Arc& arc) { before[arc.from] = true; });
  return before;
}

Lattice read_lattice(const Search& search) {
  Lattice lattice;
  std::vector<bool> useful = nodes_before(search, complete_nodes(search));
  std::vector<std::uint32_t> numbers(useful.size(), kNone);
  auto add = [&](Lattice::Arc arc, double score, std::string text) {
    lattice.arcs.push_back(arc);
    lattice.scores.push_back(score);
    lattice.texts.push_back(std::move(text));
  };
  for (std::uint32_t covered = 0; covered < search.stacks().size(); ++covered) {
    const Search::Stack& stack = search.stacks()[covered];
    for (std::uint32_t node = stack.begin; node < stack.end; ++node) {
      if (!useful[node]) continue;
      auto number = numbers[node] = static_cast<std::uint32_t>(lattice.covered.size());
      lattice.covered.push_back(covered);
      for_each_arc(search, node, [&](const Arc& arc) {
        const SentenceOptions::Reference& phrase = search.options()[arc.option];
        add({numbers[arc.from], number, phrase.begin, phrase.end}, arc.score,
            text_of(search, std::span(&arc.option, 1)));
      });
    }
  }
  auto size = static_cast<std::uint32_t>(search.options().size());
  auto end = static_cast<std::uint32_t>(lattice.covered.size());
  const Search::Stack& last = search.stacks().back();
  for (std::uint32_t node = last.begin; node < last.end; ++node)
    if (useful[node] && search.nodes()[node].owed == 0) add({numbers[node], end, size, size}, search.finish(search.nodes()[node]), {});
  lattice.covered.push_back(size);
  return lattice;
}

}  // namespace pitchpipe::decoder
