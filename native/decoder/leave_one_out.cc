#include "decoder/leave_one_out.h"

#include <cmath>

namespace pitchpipe::decoder {

namespace {

// The places of relative frequencies among the scores that extraction gives, p(f|e) and p(e|f), and how it smooths
// orientations: see phrases/pair_scorer.h.
constexpr std::size_t kInverse = 0, kDirect = 2, kScores = 4;
constexpr double kSmoothing = 0.5;

float log_ratio(double part, double whole) { return static_cast<float>(std::log(part / whole)); }

void take_orientations(reordering::Type type, std::span<const float> taken, float before, float after, float* scores) {
  const double smoothed = static_cast<double>(type.orientations()) * kSmoothing;
  for (std::size_t place = 0; place < type.scores(); ++place) {
    double count = std::round(std::exp(static_cast<double>(scores[place])) * (before + smoothed) - kSmoothing);
    scores[place] = log_ratio(std::max(0.0, count - taken[place]) + kSmoothing, after + smoothed);
  }
}

}  // namespace

bool take_away(const TranslationModel& model, const phrases::Contribution& contribution, std::size_t first,
               std::size_t number, std::vector<float>& values) {
  const phrases::PhraseTable& table = *model.table;
  const phrases::PhraseTable::Entry entry = table.entry(number);
  if (entry.scores.size() < kScores) return false;
  std::span<const float> taken = contribution.entries.of(number);
  const float joint = entry.joint_count - (taken.empty() ? 0 : taken[0]);
  const float source = entry.source_count - contribution.sources.count(first);
  const float target = entry.target_count - contribution.targets.count(table.target_row(number));
  if (!(joint > 0 && source > 0 && target > 0)) return false;
  std::size_t at = values.size();
  values.insert(values.end(), entry.scores.begin(), entry.scores.end());
  values[at + kInverse] = log_ratio(joint, target);
  values[at + kDirect] = log_ratio(joint, source);
  at = values.size();
  values.insert(values.end(), entry.reordering.begin(), entry.reordering.end());
  if (taken.size() == 1 + table.reordering_count())
    for (const ReorderingModel& one : model.reordering) {
      auto place = static_cast<std::size_t>(one.scores);
      take_orientations(one.type, taken.subspan(1 + place), entry.joint_count, joint, values.data() + at + place);
    }
  for (float count : {target, source, joint}) values.push_back(count);
  return true;
}

phrases::PhraseTable::Entry with_values(const phrases::PhraseTable& table, std::size_t number, const float* values) {
  phrases::PhraseTable::Entry entry = table.entry(number);
  entry.scores = {values, table.score_count()};
  entry.reordering = {values + table.score_count(), table.reordering_count()};
  const float* counts = values + table.score_count() + table.reordering_count();
  entry.target_count = counts[0];
  entry.source_count = counts[1];
  entry.joint_count = counts[2];
  return entry;
}

}  // namespace pitchpipe::decoder
