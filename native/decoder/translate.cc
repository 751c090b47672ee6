#include "decoder/translate.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <unordered_set>

#include "decoder/kbest.h"
#include "util/parallel.h"

namespace pitchpipe::decoder {

namespace {

constexpr std::size_t kRoom = 1000;    // for candidates, before they are known
constexpr int kTriesForDistinct = 50;  // derivations looked at for each different text

// Derivations of several nodes in one order: best score plus the node's bonus first.
class Ranked {
 public:
  Ranked(KBest& kbest) : kbest_(kbest) {}

  void offer(std::uint32_t node, std::uint32_t rank, double bonus) {
    if (const double* score = kbest_.score(node, rank)) {
      heap_.push_back({*score, bonus, node, rank});
      std::push_heap(heap_.begin(), heap_.end());
    }
  }

  struct Item {
    double score, bonus;
    std::uint32_t node, rank;
    bool operator<(const Item& other) const {
      double mine = score + bonus, others = other.score + other.bonus;
      if (mine != others) return mine < others;
      return node != other.node ? node > other.node : rank > other.rank;
    }
  };

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

// Tells features computed elsewhere that a sentence is done, however it ends.
struct Finish {
  StepFeatures* features;
  std::size_t sentence;
  ~Finish() {
    if (features) features->finish(sentence);
  }
};

// What lists are read with; one for each thread, so that memory is kept from one sentence to the next.
struct ListReader {
  explicit ListReader(Search& search) : kbest(search), derivations(search) {}
  void start() {
    kbest.start();
    derivations.start();
  }

  KBest kbest;
  DerivationReader derivations;
};

void add_complete(const Search& search, ListReader& reader, const ListSettings& lists,
                  std::vector<Candidate>& found) {
  Ranked ranked(reader.kbest);
  for (std::uint32_t node : complete_nodes(search)) ranked.offer(node, 0, search.finish(search.nodes()[node]));
  std::unordered_set<std::string> texts;
  Ranked::Item item;
  auto most = static_cast<std::size_t>(lists.complete);
  std::size_t tries = lists.distinct ? most * kTriesForDistinct : most;
  found.reserve(std::min(most, kRoom));
  while (found.size() < most && tries-- > 0 && ranked.next(item)) {
    std::vector<std::uint32_t> arcs = reader.kbest.arcs(item.node, item.rank);
    if (lists.distinct && !texts.insert(text_of(search, options_of(search, arcs))).second) continue;
    auto covered = static_cast<std::uint32_t>(search.options().size());
    found.push_back({reader.derivations.read(arcs, true), item.score + item.bonus, covered, {}});
  }
}

// What forced search leads to: the whole reference or, where that cannot be, the start of it that translates the longest
// start of the source.
std::vector<std::uint32_t> forced_goals(const Search& search) {
  std::vector<std::uint32_t> goals = complete_nodes(search);
  for (std::size_t covered = search.stacks().size() - 1; goals.empty() && covered-- > 1;) {
    const Search::Stack& stack = search.stacks()[covered];
    for (std::uint32_t node = stack.begin; node < stack.end; ++node)
      if (search.coverage(search.nodes()[node].coverage).first_gap == covered) goals.push_back(node);
  }
  return goals;
}

void add_partial(const Search& search, ListReader& reader, const ListSettings& lists, bool forced,
                 std::vector<Candidate>& found) {
  std::vector<bool> wanted;
  if (forced) wanted = nodes_before(search, forced_goals(search));
  for (std::uint32_t covered = 1; covered < search.stacks().size(); ++covered) {
    bool last = covered + 1 == search.stacks().size();
    auto is_complete = [&](const Node& node) { return last && node.owed == 0; };
    Ranked ranked(reader.kbest);
    const Search::Stack& stack = search.stacks()[covered];
    for (std::uint32_t i = stack.begin; i < stack.end; ++i) {
      if (forced && !wanted[i]) continue;
      const Node& node = search.nodes()[i];
      ranked.offer(i, 0, is_complete(node) ? search.finish(node) : node.rank - node.score);
    }
    Ranked::Item item;
    for (int n = 0; n < lists.partial && ranked.next(item); ++n) {
      std::vector<std::uint32_t> arcs = reader.kbest.arcs(item.node, item.rank);
      const Node& node = search.nodes()[item.node];
      bool complete = is_complete(node);
      const Coverage& coverage = search.coverage(node.coverage);
      std::vector<std::uint32_t> options = options_of(search, arcs);
      search.future().best(coverage, search.options(), options);
      search.owed().each_to_come(node.owed, [&](std::uint32_t piece) { options.push_back(piece); });
      Rest rest;
      if (lists.with_rest) rest = {std::span(options).subspan(arcs.size()), search.future_jumps(coverage, node.end)};
      double score = complete || lists.with_rest ? item.score + item.bonus : item.score;
      found.push_back({reader.derivations.read(arcs, complete, rest), score, covered, text_of(search, options)});
    }
  }
}

// Searches for each sentence on several threads, and calls visit(search, reader, i) with each search that is done; the
// reader is not yet started.
template <class Visit>
void search_each(const Model& model, const Weights& weights, const SearchSettings& settings,
                 const std::vector<SourceSentence>& sentences, bool alternatives, int threads, Visit visit) {
  struct Scratch {
    std::unique_ptr<Search> search;
    std::unique_ptr<ListReader> reader;
  };
  util::parallel_for<Scratch>(sentences.size(), threads, [&](Scratch& scratch, std::size_t i) {
    if (!scratch.search) {
      scratch.search = std::make_unique<Search>(model, weights, settings);
      scratch.reader = std::make_unique<ListReader>(*scratch.search);
    }
    const SourceSentence& sentence = sentences[i];
    Finish finish{model.step_features, i};
    Request request{i, sentence.text, sentence.given, alternatives, sentence.forced ? &sentence.reference : nullptr};
    if (sentence.begun) request.prefix = &sentence.prefix;
    request.contribution = sentence.contribution;
    scratch.search->run(request);
    visit(*scratch.search, *scratch.reader, i);
  }, 4);
}

}  // namespace

std::vector<Translations> translate(const Model& model, const Weights& weights, const SearchSettings& settings,
                                    const ListSettings& lists, const std::vector<SourceSentence>& sentences,
                                    int threads) {
  std::vector<Translations> results(sentences.size());
  bool alternatives = lists.complete > 1 || lists.partial > 0;
  search_each(model, weights, settings, sentences, alternatives, threads, [&](const Search& search, ListReader& reader, std::size_t i) {
    reader.start();
    if (lists.complete > 0) add_complete(search, reader, lists, results[i].complete);
    if (lists.partial > 0) add_partial(search, reader, lists, sentences[i].forced, results[i].partial);
    results[i].reached = search.reached();
  });
  return results;
}

std::vector<Lattice> lattices(const Model& model, const Weights& weights, const SearchSettings& settings,
                              const std::vector<SourceSentence>& sentences, int threads) {
  std::vector<Lattice> results(sentences.size());
  search_each(model, weights, settings, sentences, true, threads,
              [&](const Search& search, ListReader&, std::size_t i) { results[i] = read_lattice(search); });
  return results;
}

Trace trace(const Model& model, const Weights& weights, const SearchSettings& settings,
            const SourceSentence& sentence) {
  Search search(model, weights, settings);
  Finish finish{model.step_features, 0};
  Request request{0, sentence.text, sentence.given};
  request.alternatives = request.trace = true;
  request.contribution = sentence.contribution;
  search.run(request);
  return read_trace(search);
}

}  // namespace pitchpipe::decoder
