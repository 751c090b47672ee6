#include "chart/translate.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "chart/derivation.h"
#include "chart/spans.h"
#include "util/parallel.h"

namespace pitchpipe::chart {

namespace {

constexpr int kTriesForDistinct = 50;  // derivations looked at for each different text
constexpr std::size_t kLongestReference = 4096;

struct Complete {
  double score;
  std::uint32_t node;
  std::size_t rank;
  bool operator<(const Complete& other) const {
    if (score != other.score) return score < other.score;
    return node != other.node ? node > other.node : rank > other.rank;
  }
};

void add_complete(const Search& search, const decoder::ListSettings& lists,
                  std::vector<decoder::Candidate>& found) {
  KBest kbest(search);
  std::vector<Complete> heap;
  auto offer = [&](std::uint32_t node, std::size_t rank) {
    if (const KBest::Derivation* derivation = kbest.find(node, rank)) {
      heap.push_back({derivation->score + search.finish(node), node, rank});
      std::push_heap(heap.begin(), heap.end());
    }
  };
  for (std::uint32_t node : search.goals()) offer(node, 0);
  std::unordered_set<std::string> texts;
  auto most = static_cast<std::size_t>(std::max(lists.complete, 0));
  std::size_t tries = lists.distinct ? most * kTriesForDistinct : most;
  while (found.size() < most && tries-- > 0 && !heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    Complete best = heap.back();
    heap.pop_back();
    decoder::Derivation derivation = read_derivation(search, kbest, best.node, best.rank);
    if (!lists.distinct || texts.insert(derivation.text).second)
      found.push_back({std::move(derivation), best.score, static_cast<std::uint32_t>(search.source().size()), {}});
    offer(best.node, best.rank + 1);
  }
}

// Tells features computed elsewhere that a sentence is done, however it ends.
struct Finish {
  RuleFeatures* features;
  std::size_t sentence;
  ~Finish() {
    if (features) features->finish(sentence);
  }
};

// Searches for each sentence on several threads, and calls visit(search, i) with each search that is done.
template <class Visit>
void search_each(const Model& model, const Weights& weights, const SearchSettings& settings,
                 const std::vector<decoder::SourceSentence>& sentences, bool alternatives, int threads, Visit visit) {
  struct Scratch {
    std::unique_ptr<Search> search;
  };
  util::parallel_for<Scratch>(sentences.size(), threads, [&](Scratch& scratch, std::size_t i) {
    if (!scratch.search) scratch.search = std::make_unique<Search>(model, weights, settings);
    const std::vector<std::string>* reference = sentences[i].forced ? &sentences[i].reference : nullptr;
    if (reference && reference->size() > kLongestReference)
      throw std::invalid_argument("a reference to be yielded has more than 4096 words");
    Finish finish{model.rule_features, i};
    scratch.search->run({i, sentences[i].text, sentences[i].given, alternatives, reference});
    visit(*scratch.search, i);
  }, 4);
}

}  // namespace

std::vector<decoder::Translations> translate(const Model& model, const Weights& weights,
                                             const SearchSettings& settings, const decoder::ListSettings& lists,
                                             const std::vector<decoder::SourceSentence>& sentences, int threads) {
  std::vector<decoder::Translations> results(sentences.size());
  search_each(model, weights, settings, sentences, lists.complete > 1 || lists.partial > 0, threads,
              [&](const Search& search, std::size_t i) {
                add_complete(search, lists, results[i].complete);
                if (lists.partial > 0) add_spans(search, lists, results[i].partial);
                if (sentences[i].forced) results[i].reached = search.reached();
              });
  return results;
}

std::vector<Forest> forests(const Model& model, const Weights& weights, const SearchSettings& settings,
                            const std::vector<decoder::SourceSentence>& sentences, int threads) {
  std::vector<Forest> results(sentences.size());
  search_each(model, weights, settings, sentences, true, threads,
              [&](const Search& search, std::size_t i) { results[i] = read_forest(search); });
  return results;
}

}  // namespace pitchpipe::chart
