#include "metrics/terp.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "metrics/terp_search.h"
#include "util/parallel.h"

namespace pitchpipe::metrics {
namespace {

struct Scratch {
  TerpSearch search;
  std::vector<std::int32_t> candidate;
  std::vector<std::vector<std::int32_t>> references;
  std::vector<std::vector<ParaphrasedPhrase>> paraphrased;
};

}  // namespace

void terp_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, const Lexicon& lexicon,
                     const Paraphrases* paraphrases, const TerpCosts& costs, const TerpLimits& limits, int threads,
                     double* rows) {
  text::check_references(candidates, references);
  std::optional<KnownParaphrases> known;
  if (paraphrases != nullptr) known.emplace(*paraphrases, lexicon);
  const KnownParaphrases* table = known ? &*known : nullptr;
  util::parallel_for<Scratch>(candidates.group_count(), threads, [&](Scratch& own, std::size_t group) {
    own.references.resize(references.group_end(group) - references.group_begin(group));
    own.paraphrased.resize(own.references.size());
    double words = 0;
    for (std::size_t k = 0; k < own.references.size(); ++k) {
      lexicon.read(references[references.group_begin(group) + k], own.references[k]);
      if (table != nullptr) table->find(own.references[k], own.paraphrased[k]);
      words += static_cast<double>(own.references[k].size());
    }
    for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i) {
      lexicon.read(candidates[i], own.candidate);
      double best = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < own.references.size(); ++k)
        best = std::min(best, own.search.cost(own.candidate, own.references[k], lexicon, table, own.paraphrased[k],
                                              costs, limits));
      rows[i * 2] = best;
      rows[i * 2 + 1] = words / static_cast<double>(own.references.size());
    }
  });
}

}  // namespace pitchpipe::metrics
