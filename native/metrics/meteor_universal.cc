#include "metrics/meteor_universal.h"

#include <cmath>
#include <vector>

#include "util/parallel.h"

namespace pitchpipe::metrics {
namespace {

double score(const double* row, const UniversalWeights& weights) {
  if (row[0] == 0 || row[2] == 0 || row[1] == 0 || row[3] == 0) return 0;
  double precision = row[0] / row[1], recall = row[2] / row[3];
  double f = 1 / ((1 - weights.alpha) / precision + weights.alpha / recall);
  return f * (1 - (row[4] == 0 ? 0 : weights.gamma * std::pow(2 * row[4] / row[5], weights.beta)));
}

struct Matcher {
  void row(const Lexicon& lexicon, const Paraphrases* paraphrases, const ModuleChoice& modules,
           const UniversalWeights& weights, double* out) {
    double best = -1;
    for (const std::vector<std::int32_t>& reference : references) {
      double found[kUniversalWidth] = {};
      auto word_weight = [&](std::int32_t id) { return lexicon.is_marked(id) ? 1 - weights.delta : weights.delta; };
      for (std::int32_t id : candidate) found[1] += word_weight(id);
      for (std::int32_t id : reference) found[3] += word_weight(id);
      std::int32_t candidate_end = -1, reference_end = -1;
      for (const WordMatch& match : aligner.align(candidate, reference, lexicon, modules, paraphrases)) {
        double weight = weights.modules[match.module];
        for (std::int32_t k = 0; k < match.candidate_length; ++k)
          found[0] += weight * word_weight(candidate[static_cast<std::size_t>(match.candidate_start + k)]);
        for (std::int32_t k = 0; k < match.length; ++k)
          found[2] += weight * word_weight(reference[static_cast<std::size_t>(match.start + k)]);
        found[4] += match.start != reference_end || match.candidate_start != candidate_end;
        reference_end = match.start + match.length;
        candidate_end = match.candidate_start + match.candidate_length;
        found[5] += match.length + match.candidate_length;
      }
      // A whole sentence in one chunk has no fragments.
      if (found[4] == 1 && found[5] == static_cast<double>(candidate.size() + reference.size())) found[4] = 0;
      double value = score(found, weights);
      if (value <= best) continue;
      best = value;
      std::copy(found, found + kUniversalWidth, out);
    }
  }

  MeteorAligner aligner;
  std::vector<std::int32_t> candidate;
  std::vector<std::vector<std::int32_t>> references;
};

}  // namespace

void universal_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references,
                          const Lexicon& lexicon, const Paraphrases* paraphrases, const ModuleChoice& modules,
                          const UniversalWeights& weights, int threads, double* rows) {
  text::check_references(candidates, references);
  util::parallel_for<Matcher>(candidates.group_count(), threads, [&](Matcher& matcher, std::size_t group) {
    matcher.references.resize(references.group_end(group) - references.group_begin(group));
    for (std::size_t k = 0; k < matcher.references.size(); ++k)
      lexicon.read(references[references.group_begin(group) + k], matcher.references[k]);
    for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i) {
      lexicon.read(candidates[i], matcher.candidate);
      matcher.row(lexicon, paraphrases, modules, weights, rows + i * kUniversalWidth);
    }
  });
}

}  // namespace pitchpipe::metrics
