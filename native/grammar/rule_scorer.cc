#include "grammar/rule_scorer.h"

#include <algorithm>
#include <cmath>

#include "util/parallel.h"

namespace pitchpipe::grammar {

namespace {

double count_of(const std::uint32_t* words) {
  return static_cast<double>(RuleRecords::count_at(words)) / RuleRecords::kWhole;
}

}  // namespace

void RuleScorer::add(const std::uint32_t* record) {
  std::size_t size = batch_.size() / records_.pair_size();
  if (size == 0 || !std::equal(record, record + records_.source.size(), pair(size - 1))) {
    if (size >= kBatch) {
      score_batch();
      size = 0;
    }
    if (group_count_ == groups_.size()) groups_.emplace_back();
    groups_[group_count_++].begin = size;
  }
  batch_.insert(batch_.end(), record, record + records_.pair_size());
  groups_[group_count_ - 1].end = size + 1;
}

void RuleScorer::finish() { score_batch(); }

void RuleScorer::score_batch() {
  util::parallel_for<Scratch>(group_count_, threads_,
                              [&](Scratch& scratch, std::size_t i) { score(scratch, groups_[i]); });
  for (std::size_t i = 0; i < group_count_; ++i) {
    const Group& group = groups_[i];
    if (group.order.empty()) continue;
    writer_.begin(group.source);
    for (std::uint32_t entry : group.order) writer_.add(group.entries[entry]);
  }
  batch_.clear();
  group_count_ = 0;
}

void RuleScorer::score(Scratch& scratch, Group& group) const {
  const std::size_t counts_at = records_.counts_at();
  double source_count = 0;
  for (std::size_t i = group.begin; i < group.end; ++i) source_count += count_of(pair(i) + counts_at);
  group.scores.clear();
  group.symbols.clear();
  group.points.clear();
  group.symbol_ends.clear();
  group.point_ends.clear();
  records_.source.unpack(pair(group.begin), group.source);
  auto add_log = [&](double part, double whole) {
    group.scores.push_back(static_cast<float>(std::log(part / whole)));
  };
  for (std::size_t i = group.begin; i < group.end; ++i) {
    records_.target.unpack(pair(i) + records_.source.size(), scratch.target);
    records_.alignment_of(pair(i) + records_.pair_key(), scratch.alignment);
    // A gap is never aligned, and counts as 1 in the lexicon, which does not know it.
    phrases::LexicalWeights weights =
        lexical_weights(lexicon_, group.source, scratch.target, scratch.alignment);
    double joint = count_of(pair(i) + counts_at), target_count = count_of(pair(i) + counts_at + 2);
    add_log(joint, target_count);
    add_log(weights.source_given_target, 1);
    add_log(joint, source_count);
    add_log(weights.target_given_source, 1);
    if (roots_) {
      auto of_label = static_cast<double>(roots_->counts[scratch.target.back() - roots_->first]);
      add_log(joint, of_label / RuleRecords::kWhole);
    }
    group.symbols.insert(group.symbols.end(), scratch.target.begin(), scratch.target.end());
    group.points.insert(group.points.end(), scratch.alignment.begin(), scratch.alignment.end());
    group.symbol_ends.push_back(group.symbols.size());
    group.point_ends.push_back(group.points.size());
  }
  make_entries(source_count, group);
}

void RuleScorer::make_entries(double source_count, Group& group) const {
  group.entries.clear();
  const std::size_t scores = kScores + (roots_ ? 1 : 0);
  for (std::size_t i = 0; i < group.end - group.begin; ++i) {
    const std::uint32_t* counts = pair(group.begin + i) + records_.counts_at();
    std::size_t symbol = i > 0 ? group.symbol_ends[i - 1] : 0, point = i > 0 ? group.point_ends[i - 1] : 0;
    group.entries.push_back({std::span(group.symbols).subspan(symbol, group.symbol_ends[i] - symbol),
                             std::span(group.scores).subspan(i * scores, scores),
                             {},
                             std::span(group.points).subspan(point, group.point_ends[i] - point),
                             static_cast<float>(count_of(counts + 2)), static_cast<float>(source_count),
                             static_cast<float>(count_of(counts))});
  }
  auto before = [](std::span<const WordId> a, std::span<const WordId> b) {
    return std::ranges::lexicographical_compare(a, b);
  };
  best_first(group.entries, filter_, before, group.order);
}

}  // namespace pitchpipe::grammar
