#include "phrases/lexical_table.h"

#include <array>

namespace pitchpipe::phrases {

namespace {

std::uint64_t pair_of(WordId source, WordId target) { return std::uint64_t{source} << 32 | target; }

std::uint64_t& count_of(std::vector<std::uint64_t>& counts, WordId word) {
  return word == LexicalTable::kNull ? counts.back() : counts[word];
}

double total_of(const std::vector<std::uint64_t>& counts, WordId word) {
  return static_cast<double>(word == LexicalTable::kNull ? counts.back() : counts[word]);
}

}  // namespace

LexicalTable::LexicalTable(std::size_t source_vocabulary, std::size_t target_vocabulary)
    : source_counts_(source_vocabulary + 1), target_counts_(target_vocabulary + 1) {}

void LexicalTable::add(WordId source, WordId target) {
  ++counts_.insert(pair_of(source, target)).first;
  ++count_of(source_counts_, source);
  ++count_of(target_counts_, target);
}

LexicalTable::Probabilities LexicalTable::operator()(WordId source, WordId target) const {
  auto count = static_cast<double>(counts_[pair_of(source, target)]);
  if (count == 0) return {1, 1};
  return {count / total_of(target_counts_, target), count / total_of(source_counts_, source)};
}

LexicalWeights lexical_weights(const LexicalTable& table, std::span<const WordId> source,
                               std::span<const WordId> target, std::span<const AlignmentPoint> alignment) {
  struct Sum {
    double total = 0;
    int count = 0;
  };
  std::array<Sum, 256> of_source, of_target;
  for (std::size_t i = 0; i < source.size(); ++i) of_source[i] = {};
  for (std::size_t i = 0; i < target.size(); ++i) of_target[i] = {};
  for (AlignmentPoint point : alignment) {
    LexicalTable::Probabilities found = table(source[point.source], target[point.target]);
    of_source[point.source].total += found.source_given_target;
    ++of_source[point.source].count;
    of_target[point.target].total += found.target_given_source;
    ++of_target[point.target].count;
  }
  LexicalWeights weights{1, 1};
  for (std::size_t i = 0; i < source.size(); ++i)
    weights.source_given_target *= of_source[i].count > 0 ? of_source[i].total / of_source[i].count
                                                          : table(source[i], LexicalTable::kNull).source_given_target;
  for (std::size_t i = 0; i < target.size(); ++i)
    weights.target_given_source *= of_target[i].count > 0 ? of_target[i].total / of_target[i].count
                                                          : table(LexicalTable::kNull, target[i]).target_given_source;
  return weights;
}

}  // namespace pitchpipe::phrases
