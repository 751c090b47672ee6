#include "tuning/gold.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "util/hash.h"
#include "util/hash_table.h"

namespace pitchpipe::tuning {
namespace {

// A count that decayed to nothing still divides.
constexpr double kLeastCount = 1e-30;

double root(double value, std::size_t order) {
  return order == 4 ? std::sqrt(std::sqrt(value)) : std::pow(value, 1.0 / static_cast<double>(order));
}

void check_size(std::size_t found, std::size_t expected) {
  if (found != expected) throw std::invalid_argument("gold scores and features do not fit together");
}

// Numbers the different ones of rows of numbers of the same length.
class DifferentRows {
 public:
  explicit DifferentRows(std::size_t bytes) : bytes_(bytes) {}

  void clear() {
    numbers_.clear(kSlots);
    rows_.clear();
    hashes_.clear();
  }
  // The number of this row, which is size() before the call if it is new. It must stay where it is.
  std::uint32_t number(const double* row) {
    std::uint64_t hash = util::hash_bytes({reinterpret_cast<const char*>(row), bytes_});
    std::uint32_t found = numbers_.insert(
        hash, [&](std::uint32_t known) { return hashes_[known] == hash && !std::memcmp(rows_[known], row, bytes_); },
        [&](std::uint32_t known) { return hashes_[known]; });
    if (found == rows_.size()) {
      rows_.push_back(row);
      hashes_.push_back(hash);
    }
    return found;
  }
  std::size_t size() const { return rows_.size(); }

 private:
  static constexpr std::size_t kSlots = 256;

  std::size_t bytes_;
  util::Numbering numbers_{kSlots};
  std::vector<const double*> rows_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace

SentenceGold::SentenceGold(const FeatureRows& candidates, std::span<const double> scores)
    : candidates_(candidates), scores_(scores) {
  check_size(scores.size(), candidates.size());
  if (!std::all_of(scores_.begin(), scores_.end(), [](double score) { return std::isfinite(score); }))
    throw std::invalid_argument("a sentence-level score is NaN or infinite");
}

void SentenceGold::score(std::size_t group, std::vector<double>& scores) {
  scores.assign(scores_.begin() + static_cast<std::ptrdiff_t>(candidates_.begin(group)),
                scores_.begin() + static_cast<std::ptrdiff_t>(candidates_.end(group)));
}

BackgroundGold::BackgroundGold(const FeatureRows& candidates, std::span<const double> rows, std::size_t width,
                               double decay)
    : candidates_(candidates), rows_(rows), background_(width, 1.0), decay_(decay) {
  if (width < 3 || width > 19 || width % 2 == 0 || rows.size() % width)
    throw std::invalid_argument("BLEU's rows have 3 to 19 counts, an odd number, not " + std::to_string(width));
  if (!(decay > 0 && decay <= 1)) throw std::invalid_argument("a decay is above 0 and at most 1");
  if (!std::all_of(rows.begin(), rows.end(), [](double count) { return count >= 0 && std::isfinite(count); }))
    throw std::invalid_argument("a count is negative or not finite");
  check_size(rows.size() / width, candidates.size());
  if (candidates.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::invalid_argument("found more than four thousand million candidates, expected fewer");
  std::size_t order = width / 2;
  DifferentRows different(width * sizeof(double)), different_lengths((width - order) * sizeof(double));
  row_of_.reserve(candidates.size());
  for (std::size_t group = 0; group < candidates.group_count(); ++group) {
    different.clear();
    different_lengths.clear();
    first_row_.push_back(at_.size());
    first_lengths_.push_back(length_at_.size());
    for (std::size_t c = candidates.begin(group); c < candidates.end(group); ++c) {
      std::size_t known = different.size(), known_lengths = different_lengths.size();
      row_of_.push_back(different.number(row(c)));
      if (different.size() == known) continue;
      at_.push_back(static_cast<std::uint32_t>(c));
      lengths_of_.push_back(different_lengths.number(row(c) + order));
      if (different_lengths.size() > known_lengths) length_at_.push_back(static_cast<std::uint32_t>(c));
    }
  }
  first_row_.push_back(at_.size());
  first_lengths_.push_back(length_at_.size());
}

BackgroundGold::Lengths BackgroundGold::lengths_of(const double* row) const {
  std::size_t order = background_.size() / 2;
  double totals = 1;
  for (std::size_t n = order; n < 2 * order; ++n) totals *= background_[n] + row[n];
  double candidate = background_[order] + row[order], reference = background_[2 * order] + row[2 * order];
  return {totals, reference, candidate < reference ? std::exp(1 - reference / candidate) : 1};
}

void BackgroundGold::score(std::size_t group, std::vector<double>& scores) {
  std::size_t order = background_.size() / 2;
  lengths_.clear();
  for (std::size_t i = first_lengths_[group]; i < first_lengths_[group + 1]; ++i)
    lengths_.push_back(lengths_of(row(length_at_[i])));
  row_scores_.clear();
  for (std::size_t r = first_row_[group]; r < first_row_[group + 1]; ++r) {
    const double* counts = row(at_[r]);
    double matches = 1;
    for (std::size_t n = 0; n < order; ++n) matches *= background_[n] + counts[n];
    auto [totals, reference, penalty] = lengths_[lengths_of_[r]];
    row_scores_.push_back(root(matches / totals, order) * penalty * reference);
  }
  std::size_t begin = candidates_.begin(group), count = candidates_.end(group) - begin;
  scores.resize(count);
  for (std::size_t i = 0; i < count; ++i) scores[i] = row_scores_[row_of_[begin + i]];
}

void BackgroundGold::hoped_for(std::size_t candidate, double share) {
  const double* counts = row(candidate);
  for (std::size_t k = 0; k < background_.size(); ++k)
    background_[k] = std::max(kLeastCount, decay_ * background_[k] + share * counts[k]);
}

}  // namespace pitchpipe::tuning
