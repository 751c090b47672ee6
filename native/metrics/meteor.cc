#include "metrics/meteor.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "metrics/word_aligner.h"
#include "text/words.h"
#include "util/parallel.h"

namespace pitchpipe::metrics {
namespace {

double score(const double* row, const MeteorWeights& weights) {
  double matches = row[2];
  if (matches == 0) return 0;
  double precision = matches / row[0], recall = matches / row[1];
  double f = precision * recall / (weights.alpha * precision + (1 - weights.alpha) * recall);
  return f * (1 - weights.gamma * std::pow(row[3] / matches, weights.beta));
}

class Matcher {
 public:
  void set_references(const text::GroupedTexts& references, std::size_t group, const Stems& stems) {
    words_.clear();
    for (std::int32_t number : seen_stems_) word_of_stem_[static_cast<std::size_t>(number)] = kNone;
    seen_stems_.clear();
    word_of_stem_.resize(stems.size(), kNone);
    stem_of_.clear();
    references_.resize(references.group_end(group) - references.group_begin(group));
    for (std::size_t i = 0; i < references_.size(); ++i)
      split(references[references.group_begin(group) + i], stems, references_[i]);
  }

  void row(std::string_view candidate, const Stems& stems, const MeteorWeights& weights, double* out) {
    split(candidate, stems, candidate_);
    double best = -1;
    for (const std::vector<std::int32_t>& reference : references_) {
      Alignment alignment = aligner_.align(candidate_, reference, stem_of_);
      double row[] = {static_cast<double>(candidate_.size()), static_cast<double>(reference.size()),
                      static_cast<double>(alignment.matches), static_cast<double>(alignment.chunks)};
      double value = score(row, weights);
      if (value <= best) continue;
      best = value;
      std::copy(row, row + 4, out);
    }
  }

 private:
  static constexpr std::int32_t kNone = -1;

  void split(std::string_view text, const Stems& stems, std::vector<std::int32_t>& tokens) {
    split_.clear();
    text::split_words(text, split_);
    tokens.clear();
    for (std::string_view word : split_) {
      std::int32_t id = words_.intern(word);
      if (static_cast<std::size_t>(id) == stem_of_.size()) stem_of_.push_back(first_with_stem(id, stems.of(word)));
      tokens.push_back(id);
    }
  }

  // The first word of the group that has this stem.
  std::int32_t first_with_stem(std::int32_t word, std::int32_t number) {
    if (number == Stems::kOwn) return word;
    std::int32_t& first = word_of_stem_[static_cast<std::size_t>(number)];
    if (first != kNone) return first;
    seen_stems_.push_back(number);
    return first = word;
  }

  util::WordTable words_;
  WordAligner aligner_;
  std::vector<std::int32_t> stem_of_;                     // by word of the group
  std::vector<std::int32_t> word_of_stem_, seen_stems_;  // by number of Stems
  std::vector<std::int32_t> candidate_;
  std::vector<std::vector<std::int32_t>> references_;
  std::vector<std::string_view> split_;
};

}  // namespace

Stems::Stems(const text::GroupedTexts& words, std::span<const std::int32_t> numbers) : numbers_(numbers) {
  if (words.size() != numbers.size())
    throw std::invalid_argument(std::to_string(words.size()) + " words but " + std::to_string(numbers.size()) +
                                " stems");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (static_cast<std::size_t>(words_.intern(words[i])) != i)
      throw std::invalid_argument("the word " + std::string(words[i]) + " has two stems");
    if (numbers[i] < 0 || static_cast<std::size_t>(numbers[i]) >= numbers.size())
      throw std::invalid_argument("stem " + std::to_string(numbers[i]) + " is not from 0 to " +
                                  std::to_string(numbers.size()) + " - 1");
  }
}

void meteor_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, const Stems& stems,
                       const MeteorWeights& weights, int threads, double* rows) {
  text::check_references(candidates, references);
  util::parallel_for<Matcher>(candidates.group_count(), threads, [&](Matcher& matcher, std::size_t group) {
    matcher.set_references(references, group, stems);
    for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i)
      matcher.row(candidates[i], stems, weights, rows + i * 4);
  });
}

}  // namespace pitchpipe::metrics
