#include "phrases/pair_scorer.h"

#include <algorithm>
#include <cmath>

#include "util/parallel.h"

namespace pitchpipe::phrases {

namespace {

constexpr double kSmoothing = 0.5;

float log_ratio(double part, double whole) { return static_cast<float>(std::log(part / whole)); }

}  // namespace

void PairScorer::add(const std::uint32_t* pair) {
  std::vector<std::uint32_t>& all = batch_.records;
  auto starts = [&] {
    const std::uint32_t* last = all.data() + all.size() - records_.pair_size();
    return !std::equal(pair, pair + records_.source.size(), last);
  };
  if (all.empty() || starts()) {
    if (all.size() >= kBatch * records_.pair_size()) score_batch();
    if (batch_.group_count == batch_.groups.size()) batch_.groups.emplace_back();
    batch_.groups[batch_.group_count++].begin = all.size() / records_.pair_size();
  }
  all.insert(all.end(), pair, pair + records_.pair_size());
  batch_.groups[batch_.group_count - 1].end = all.size() / records_.pair_size();
}

void PairScorer::finish() {
  score_batch();
  if (writing_.valid()) writing_.get();
}

void PairScorer::score_batch() {
  util::parallel_for<Scratch>(batch_.group_count, threads_, [&](Scratch& scratch, std::size_t i) {
    score(scratch, batch_.records.data(), batch_.groups[i]);
  });
  if (writing_.valid()) writing_.get();
  std::swap(batch_, written_);
  batch_.records.clear();
  batch_.group_count = 0;
  auto how = threads_ > 1 ? std::launch::async | std::launch::deferred : std::launch::deferred;
  writing_ = std::async(how, [this] { write(written_); });
}

void PairScorer::write(const Batch& batch) const {
  for (std::size_t i = 0; i < batch.group_count; ++i) {
    const Group& group = batch.groups[i];
    if (group.order.empty()) continue;
    writer_.begin(group.source);
    for (std::uint32_t entry : group.order) writer_.add(group.entries[entry]);
  }
}

void PairScorer::score(Scratch& scratch, const std::uint32_t* records, Group& group) const {
  auto pair = [&](std::size_t i) { return records + i * records_.pair_size(); };
  const std::size_t counts_at = records_.pair_counts();
  std::uint64_t source_count = 0;
  CountsOfCounts of_source;
  for (std::size_t i = group.begin; i < group.end; ++i) {
    source_count += pair(i)[counts_at];
    of_source.add(pair(i)[counts_at]);
  }
  const double source_share = discounts_.share(of_source.pairs);
  const double source_taken = discounts_.taken(of_source.pairs, of_source.of[1], of_source.of[2]);
  for (auto* values : {&group.scores, &group.reordering}) values->clear();
  group.words.clear();
  group.points.clear();
  group.word_ends.clear();
  group.point_ends.clear();
  records_.source.unpack(pair(group.begin), group.source);
  for (std::size_t i = group.begin; i < group.end; ++i) {
    records_.target.unpack(pair(i) + records_.source.size(), scratch.target);
    records_.alignment_of(pair(i) + records_.pair_key(), scratch.alignment);
    const std::uint32_t* counts = pair(i) + counts_at;
    LexicalWeights weights = lexical_weights(lexicon_, group.source, scratch.target, scratch.alignment);
    const double joint_count = counts[0] - discounts_(counts[0]);
    const double target_taken = discounts_.taken(counts[2], counts[3], counts[4]);
    group.scores.push_back(log_ratio(joint_count + target_taken * source_share, counts[1]));
    group.scores.push_back(log_ratio(weights.source_given_target, 1));
    group.scores.push_back(log_ratio(joint_count + source_taken * discounts_.share(counts[2]),
                                     static_cast<double>(source_count)));
    group.scores.push_back(log_ratio(weights.target_given_source, 1));
    reordering::for_each_type(models_, [&](reordering::Type model) {
      add_reordering(model, pair(i) + records_.orientations_at(), counts[0], group.reordering);
    });
    group.words.insert(group.words.end(), scratch.target.begin(), scratch.target.end());
    group.points.insert(group.points.end(), scratch.alignment.begin(), scratch.alignment.end());
    group.word_ends.push_back(group.words.size());
    group.point_ends.push_back(group.points.size());
  }
  std::size_t width = reordering::scores_of(models_);
  group.entries.clear();
  for (std::size_t i = 0; i < group.end - group.begin; ++i) {
    const std::uint32_t* counts = pair(group.begin + i) + counts_at;
    std::size_t word = i > 0 ? group.word_ends[i - 1] : 0, point = i > 0 ? group.point_ends[i - 1] : 0;
    group.entries.push_back({std::span(group.words).subspan(word, group.word_ends[i] - word),
                             std::span(group.scores).subspan(i * kScores, kScores),
                             std::span(group.reordering).subspan(i * width, width),
                             std::span(group.points).subspan(point, group.point_ends[i] - point),
                             static_cast<float>(counts[1]), static_cast<float>(source_count),
                             static_cast<float>(counts[0])});
  }
  auto words_before = [](std::span<const WordId> a, std::span<const WordId> b) {
    return std::ranges::lexicographical_compare(a, b);
  };
  best_first(group.entries, filter_, words_before, group.order);
}

void PairScorer::add_reordering(reordering::Type model, const std::uint32_t* counts, std::uint32_t total,
                                std::vector<float>& values) const {
  const std::size_t stride = records_.orientation_counts();
  const double all = total + static_cast<double>(model.orientations()) * kSmoothing;
  counts += 2 * stride * model.kind;
  for (int side = 0; side < 2; ++side, counts += stride) {
    const std::uint32_t left = model.sides ? counts[2] : 0;
    for (std::uint32_t count : {counts[0], counts[1], total - counts[0] - counts[1] - left})
      values.push_back(log_ratio(count + kSmoothing, all));
    if (model.sides) values.push_back(log_ratio(left + kSmoothing, all));
  }
}

}  // namespace pitchpipe::phrases
