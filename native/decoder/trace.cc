#include "decoder/trace.h"

#include <algorithm>
#include <span>

#include "decoder/derivation.h"

namespace pitchpipe::decoder {

namespace {

// The arcs of a node's best derivation, in the order of the translation.
std::vector<std::uint32_t> best_arcs(const Search& search, const Node& node) {
  std::vector<std::uint32_t> arcs;
  for (std::uint32_t arc = node.arc; arc != kNone; arc = search.nodes()[search.arcs()[arc].from].arc)
    arcs.push_back(arc);
  std::ranges::reverse(arcs);
  return arcs;
}

}  // namespace

Trace read_trace(Search& search) {
  Trace trace;
  for (std::uint32_t i = 0; i < search.options().count(); ++i) {
    const SentenceOptions::Reference& one = search.options()[i];
    const Option& option = one.option();
    trace.options.push_back({one.begin, one.end, option.unknown, option.table == kGiven && !option.unknown,
                             option.score, option.estimate, text_of(search, std::span(&i, 1)), {}, one.next});
    if (one.is_later) continue;
    one.for_each_span([&](std::uint32_t begin, std::uint32_t end) { trace.options.back().spans.push_back({begin, end}); });
  }
  DerivationReader reader(search);
  auto add = [&](const Node& node, std::uint32_t covered, bool kept, bool complete) {
    trace.hypotheses.push_back({covered, kept, kNone, search.coverage(node.coverage), node.score, node.rank,
                                complete ? search.finish(node) : 0, {}});
    for (const Owed::Piece& piece : search.owed().pieces(node.owed))
      trace.hypotheses.back().owed.push_back(piece.option);
    std::vector<float> dense = reader.read(best_arcs(search, node), complete).dense;
    trace.dense.insert(trace.dense.end(), dense.begin(), dense.end());
  };
  // A node's best arc tells it from others, also after pruning has moved it.
  std::vector<std::uint32_t> of_arc(search.arcs().size(), kNone), of_node(search.nodes().size(), 0);
  add(search.nodes()[0], 0, true, search.stacks().size() == 1);
  for (std::uint32_t covered = 1; covered < search.stacks().size(); ++covered) {
    const Search::Made& made = search.made()[covered - 1];
    trace.skipped.push_back(made.skipped);
    auto first = static_cast<std::uint32_t>(trace.hypotheses.size());
    for (std::uint32_t i = 0; i < made.nodes.size(); ++i) of_arc[made.nodes[i].arc] = first + i;
    std::vector<bool> kept(made.nodes.size());
    const Search::Stack& stack = search.stacks()[covered];
    for (std::uint32_t node = stack.begin; node < stack.end; ++node) {
      of_node[node] = of_arc[search.nodes()[node].arc];
      kept[of_node[node] - first] = true;
    }
    bool complete = covered + 1 == search.stacks().size();
    for (std::uint32_t i = 0; i < made.nodes.size(); ++i) {
      const Node& node = made.nodes[i];
      add(node, covered, kept[i], complete && node.owed == 0);
      trace.hypotheses.back().extension = static_cast<std::uint32_t>(trace.extensions.size());
      for (std::uint32_t arc = node.arc; arc != kNone; arc = search.arcs()[arc].next) {
        const Arc& one = search.arcs()[arc];
        trace.extensions.push_back({of_node[one.from], first + i, one.option, one.score});
      }
    }
  }
  return trace;
}

}  // namespace pitchpipe::decoder
