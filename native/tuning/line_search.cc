#include "tuning/line_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "tuning/envelope.h"
#include "util/parallel.h"
#include "util/simd.h"
#include "util/sort_by_double.h"

namespace pitchpipe::tuning {
namespace {

using util::Lanes;
using util::kLanes;

// out[i] = sum over f of weights[f] * columns[f * stride + i], added in the order of f.
PITCHPIPE_HOT void weighted_sum(const double* columns, std::size_t stride, std::span<const double> weights,
                                std::size_t size, double* out) {
  std::size_t count = weights.size();
  for (std::size_t i = 0; i < size; i += 2 * kLanes) {
    Lanes one = {}, other = {};
    const double* column = columns + i;
    for (std::size_t f = 0; f < count; ++f, column += stride) {
      double weight = weights[f];
      one += weight * PITCHPIPE_LOAD(column);
      other += weight * PITCHPIPE_LOAD(column + kLanes);
    }
    PITCHPIPE_STORE(out + i, one);
    PITCHPIPE_STORE(out + i + kLanes, other);
  }
}

PITCHPIPE_HOT void add_scaled(const double* column, double step, std::size_t size, double* scores) {
  for (std::size_t i = 0; i < size; ++i) scores[i] += step * column[i];
}

// The feature of a direction along an axis, or feature_count for any other direction.
std::size_t axis_of(std::span<const double> direction) {
  std::size_t axis = direction.size();
  for (std::size_t f = 0; f < direction.size(); ++f) {
    if (direction[f] == 0) continue;
    if (axis != direction.size() || direction[f] != 1) return direction.size();
    axis = f;
  }
  return axis;
}

std::size_t padded(std::int64_t size) {
  return (static_cast<std::size_t>(size) + Lines::kMultiple - 1) / Lines::kMultiple * Lines::kMultiple;
}

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

std::size_t padded_size(std::span<const std::int64_t> offsets) {
  std::size_t total = 0;
  for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
    if (offsets[g + 1] <= offsets[g]) throw std::invalid_argument("group " + std::to_string(g) + " is empty");
    total += padded(offsets[g + 1] - offsets[g]);
  }
  return total;
}

LineSearch::LineSearch(std::span<double> columns, std::span<const double> statistics, std::size_t width,
                       std::span<const std::int64_t> offsets, int threads)
    : width_(width), offsets_(offsets.begin(), offsets.end()), columns_(columns), statistics_(statistics) {
  if (offsets.size() < 2 || offsets.front() != 0) throw std::invalid_argument("there are no candidates");
  std::size_t size = tuning::padded_size(offsets);
  auto count = static_cast<std::size_t>(offsets.back());
  if (columns.size() % size != 0 || statistics.size() != count * width ||
      count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::invalid_argument("columns, statistics and offsets do not fit together");
  if (!all_finite(statistics)) throw std::invalid_argument("a statistic is NaN or infinite");
  feature_count_ = columns.size() / size;
  padded_.push_back(0);
  for (std::size_t g = 0; g < group_count(); ++g) padded_.push_back(padded_.back() + padded(offsets[g + 1] - offsets[g]));
  same_.resize(count);
  ends_.assign(2 * group_count() * feature_count_, -1);
  auto find = [&](std::vector<std::int32_t>& order, std::size_t g) { find_same(g, order); };
  util::parallel_for<std::vector<std::int32_t>>(group_count(), threads, find);
}

void LineSearch::fill(std::size_t first_group, std::span<const double> rows, int threads) {
  std::size_t last = first_group, count = feature_count_ == 0 ? 0 : rows.size() / feature_count_;
  auto taken = [&] { return static_cast<std::size_t>(offsets_[last] - offsets_[first_group]); };
  if (first_group < group_count())
    while (last < group_count() && taken() < count) ++last;
  if (last == first_group || taken() != count || rows.size() != count * feature_count_)
    throw std::invalid_argument("the rows of features are not those of whole groups");
  if (!all_finite(rows)) throw std::invalid_argument("a feature is NaN or infinite");
  struct Nothing {};
  util::parallel_for<Nothing>(last - first_group, threads, [&](Nothing&, std::size_t i) {
    std::size_t group = first_group + i;
    auto begin = static_cast<std::size_t>(offsets_[group] - offsets_[first_group]);
    auto size = static_cast<std::size_t>(offsets_[group + 1] - offsets_[group]);
    arrange(group, rows.subspan(begin * feature_count_, size * feature_count_));
  });
}

// Fills in the columns of one group, and which of its candidates are at their ends.
void LineSearch::arrange(std::size_t group, std::span<const double> rows) {
  std::size_t count = rows.size() / feature_count_;
  for (std::size_t i = 0; i < size(group); ++i) {
    const double* from = rows.data() + std::min(i, count - 1) * feature_count_;
    for (std::size_t f = 0; f < feature_count_; ++f) columns_[f * padded_size() + padded_[group] + i] = from[f];
  }
  for (std::size_t f = 0; f < feature_count_; ++f) {
    const double* values = column(group, f);
    auto [least, most] = std::minmax_element(values, values + count);
    std::int32_t* ends = ends_.data() + 2 * (group * feature_count_ + f);
    for (auto extreme : {least, most}) {
      bool alone = std::count(values, values + count, *extreme) == 1;
      *ends++ = alone ? static_cast<std::int32_t>(extreme - values) : -1;
    }
  }
}

// Finds the candidates of one group that have the same statistics. `order` is scratch memory.
void LineSearch::find_same(std::size_t group, std::vector<std::int32_t>& order) {
  order.resize(static_cast<std::size_t>(offsets_[group + 1] - offsets_[group]));
  std::iota(order.begin(), order.end(), static_cast<std::int32_t>(offsets_[group]));
  auto compare = [&](std::int32_t a, std::int32_t b) {
    return std::lexicographical_compare_three_way(row(a), row(a) + width_, row(b), row(b) + width_);
  };
  std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    auto way = compare(a, b);
    return way != 0 ? way < 0 : a < b;
  });
  std::int32_t first = order.front();
  for (std::int32_t candidate : order) {
    if (compare(first, candidate) != 0) first = candidate;
    same_[static_cast<std::size_t>(candidate)] = first;
  }
}

void LineSearch::score(std::span<const double> weights, std::span<double> scores) const {
  while (!weights.empty() && weights.back() == 0) weights = weights.first(weights.size() - 1);
  for (std::size_t g = 0; g < group_count(); ++g)
    weighted_sum(column(g, 0), padded_size(), weights, size(g), scores.data() + padded_[g]);
}

void LineSearch::advance(std::span<const double> direction, double step, std::span<double> scores) const {
  std::size_t axis = axis_of(direction);
  std::vector<double> slopes;
  for (std::size_t g = 0; g < group_count(); ++g) {
    const double* slope = nullptr;
    if (axis < feature_count_) {
      slope = column(g, axis);
    } else {
      slopes.resize(size(g));
      weighted_sum(column(g, 0), padded_size(), direction, size(g), slopes.data());
      slope = slopes.data();
    }
    add_scaled(slope, step, size(g), scores.data() + padded_[g]);
  }
}

struct LineSearch::Scratch {
  Envelope envelope;
  std::vector<double> slopes;
  std::vector<std::size_t> winners;
  std::vector<Crossing> all, spare;
};

Outermost LineSearch::outermost_of(std::size_t group, std::size_t axis, const Lines& lines) const {
  if (axis < feature_count_) {
    const std::int32_t* ends = ends_.data() + 2 * (group * feature_count_ + axis);
    if (ends[0] >= 0 && ends[1] >= 0)
      return {static_cast<std::size_t>(ends[0]), static_cast<std::size_t>(ends[1])};
  }
  return outermost(lines);
}

// Appends one group's changes of winner along a line, and adds the statistics of its first winner to `sums`.
void LineSearch::find_crossings(std::size_t group, const double* scores, const Line& line, std::size_t axis,
                                std::size_t winner, Scratch& scratch, std::vector<Crossing>& crossings,
                                double* sums) const {
  Lines lines{column(group, 0), scores, size(group)};
  if (axis < feature_count_) {
    lines.slopes = column(group, axis);
  } else {
    scratch.slopes.resize(size(group));
    weighted_sum(column(group, 0), padded_size(), line.direction, size(group), scratch.slopes.data());
    lines.slopes = scratch.slopes.data();
  }
  Outermost ends{0, 0};
  if (std::isinf(line.low) || std::isinf(line.high)) ends = outermost_of(group, axis, lines);
  if (!std::isinf(line.low)) ends.left = best_at(lines, line.low);
  if (!std::isinf(line.high)) ends.right = best_at(lines, line.high);
  // Where scores are NaN, or not the same for the padding as for the last candidate, padding may be found.
  auto last = static_cast<std::size_t>(offsets_[group + 1] - offsets_[group] - 1);
  ends = {std::min(ends.left, last), std::min(ends.right, last)};
  const double* statistics = row(offsets_[group] + static_cast<std::int64_t>(ends.left));
  __builtin_prefetch(statistics);
  std::size_t middle = line.low < 0 && 0 < line.high ? std::min(winner, last) : ends.left;
  scratch.envelope.find(lines, ends.left, middle, ends.right);

  for (std::size_t c = 0; c < width_; ++c) sums[c] += statistics[c];
  auto base = static_cast<std::size_t>(offsets_[group]);
  for (const Crossing& crossing : scratch.envelope.crossings()) {
    std::int32_t from = same_[base + std::min(static_cast<std::size_t>(crossing.from), last)];
    std::int32_t to = same_[base + std::min(static_cast<std::size_t>(crossing.to), last)];
    if (from != to) crossings.push_back({crossing.at, from, to});
  }
}

std::vector<Plateaus> LineSearch::search(std::span<const double> scores, std::span<const Line> lines,
                                         const metrics::CorpusScore* objective, int threads) const {
  // Groups are cut into a fixed number of parts, so that sums do not depend on the number of threads; small ones,
  // so that a part stays in the cache for all lines.
  constexpr std::size_t kParts = 64;
  struct Found {
    std::vector<Crossing> crossings;
    std::vector<double> sums;
  };
  // Kept from call to call: fresh memory for every line would cost as much as a third of the search.
  thread_local std::vector<Found> found;
  found.resize(std::max(found.size(), kParts * lines.size()));
  std::vector<std::size_t> axes;
  for (const Line& line : lines) axes.push_back(axis_of(line.direction));

  Found* all_found = found.data();
  auto find = [&, all_found](Scratch& scratch, std::size_t part) {
    Found* mine = all_found + part * lines.size();
    for (std::size_t k = 0; k < lines.size(); ++k) {
      mine[k].crossings.clear();
      mine[k].sums.assign(width_, 0.0);
    }
    std::size_t begin = group_count() * part / kParts, end = group_count() * (part + 1) / kParts;
    scratch.winners.clear();
    for (std::size_t g = begin; g < end; ++g) {
      const double* at = scores.data() + padded_[g];
      scratch.winners.push_back(best_at({at, at, size(g)}, 0));
    }
    for (std::size_t k = 0; k < lines.size(); ++k)
      for (std::size_t g = begin; g < end; ++g)
        find_crossings(g, scores.data() + padded_[g], lines[k], axes[k], scratch.winners[g - begin], scratch,
                       mine[k].crossings, mine[k].sums.data());
  };
  util::parallel_for<Scratch>(kParts, threads, find, 1);

  std::vector<Plateaus> result(lines.size());
  auto sweep = [&, all_found](Scratch& scratch, std::size_t k) {
    scratch.all.clear();
    std::vector<double> sums(width_, 0.0);
    for (std::size_t part = 0; part < kParts; ++part) {
      const Found& one = all_found[part * lines.size() + k];
      scratch.all.insert(scratch.all.end(), one.crossings.begin(), one.crossings.end());
      for (std::size_t c = 0; c < width_; ++c) sums[c] += one.sums[c];
    }
    util::sort_by_double(
        scratch.all, scratch.spare, [](const Crossing& crossing) { return crossing.at; },
        [](const Crossing& a, const Crossing& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
    result[k] = swept(scratch.all, std::move(sums), objective);
  };
  util::parallel_for<Scratch>(lines.size(), threads, sweep, 1);
  return result;
}

// Walks over all crossings from left to right, with the statistics that change at each.
Plateaus LineSearch::swept(const std::vector<Crossing>& crossings, std::vector<double> sums,
                           const metrics::CorpusScore* objective) const {
  constexpr std::size_t kAhead = 8;
  Plateaus plateaus;
  plateaus.boundaries.reserve(crossings.size());
  if (objective)
    plateaus.scores.reserve(crossings.size() + 1);
  else
    plateaus.sums.reserve((crossings.size() + 1) * width_);
  auto keep = [&] {
    if (objective)
      plateaus.scores.push_back((*objective)(sums.data()));
    else
      plateaus.sums.insert(plateaus.sums.end(), sums.begin(), sums.end());
  };
  for (std::size_t i = 0; i < crossings.size();) {
    double at = crossings[i].at;
    if (at == std::numeric_limits<double>::infinity()) break;
    if (!std::isinf(at)) {  // a line that wins before all numbers has no plateau
      plateaus.boundaries.push_back(at);
      keep();
    }
    for (; i < crossings.size() && crossings[i].at == at; ++i) {
      if (i + kAhead < crossings.size()) {
        __builtin_prefetch(row(crossings[i + kAhead].from));
        __builtin_prefetch(row(crossings[i + kAhead].to));
      }
      const double* from = row(crossings[i].from);
      const double* to = row(crossings[i].to);
      for (std::size_t c = 0; c < width_; ++c) sums[c] += to[c] - from[c];
    }
  }
  keep();
  return plateaus;
}

}  // namespace pitchpipe::tuning
