#include "phrases/lexical_table.h"

#include <array>

#include "phrases/hash_slots.h"

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
    : slots_(1024), source_counts_(source_vocabulary + 1), target_counts_(target_vocabulary + 1) {}

std::size_t LexicalTable::slot(std::uint64_t pair) const {
  std::size_t mask = slots_.size() - 1;
  std::size_t at = mix_hash(mix_hash(0, pair), 0) & mask;
  while (slots_[at].count > 0 && slots_[at].pair != pair) at = (at + 1) & mask;
  return at;
}

void LexicalTable::grow() {
  std::vector<Slot> old(slots_.size() * 4);
  old.swap(slots_);
  for (const Slot& one : old)
    if (one.count > 0) slots_[slot(one.pair)] = one;
}

void LexicalTable::add(WordId source, WordId target) {
  std::uint64_t pair = pair_of(source, target);
  Slot* found = &slots_[slot(pair)];
  if (found->count == 0) {
    if (++used_ * 2 > slots_.size()) {
      grow();
      found = &slots_[slot(pair)];
    }
    found->pair = pair;
  }
  ++found->count;
  ++count_of(source_counts_, source);
  ++count_of(target_counts_, target);
}

LexicalTable::Probabilities LexicalTable::operator()(WordId source, WordId target) const {
  const Slot& found = slots_[slot(pair_of(source, target))];
  if (found.count == 0) return {1, 1};
  auto count = static_cast<double>(found.count);
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
