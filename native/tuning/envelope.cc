#include "tuning/envelope.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "util/simd.h"

namespace pitchpipe::tuning {
namespace {

using util::Lanes;
using util::kLanes;

typedef std::int64_t Indices __attribute__((vector_size(kLanes * sizeof(std::int64_t))));

constexpr double kLowest = -std::numeric_limits<double>::infinity();
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double crossing_of(const Lines& lines, std::size_t one, std::size_t other) {
  return (lines.intercepts[one] - lines.intercepts[other]) / (lines.slopes[other] - lines.slopes[one]);
}

double height(const Lines& lines, std::size_t line, double x) {
  return lines.intercepts[line] + x * lines.slopes[line];
}

}  // namespace

// Several chains of maxima at once: one alone would wait for the latency of each step.
PITCHPIPE_HOT double height_at(const Lines& lines, double x) {
  const double* slopes = lines.slopes;
  const double* intercepts = lines.intercepts;
  Lanes place = {x, x, x, x};
  Lanes best = PITCHPIPE_LOAD(intercepts) + place * PITCHPIPE_LOAD(slopes);
  Lanes other = PITCHPIPE_LOAD(intercepts + kLanes) + place * PITCHPIPE_LOAD(slopes + kLanes);
  for (std::size_t i = 2 * kLanes; i < lines.count; i += 2 * kLanes) {
    Lanes value = PITCHPIPE_LOAD(intercepts + i) + place * PITCHPIPE_LOAD(slopes + i);
    Lanes next = PITCHPIPE_LOAD(intercepts + i + kLanes) + place * PITCHPIPE_LOAD(slopes + i + kLanes);
    best = value > best ? value : best;
    other = next > other ? next : other;
  }
  best = other > best ? other : best;
  return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
}

PITCHPIPE_HOT Heights heights_at(const Lines& lines, double one, double other) {
  const double* slopes = lines.slopes;
  const double* intercepts = lines.intercepts;
  Lanes ones = {one, one, one, one}, others = {other, other, other, other};
  Lanes lowest = {kLowest, kLowest, kLowest, kLowest};
  Lanes best_one = lowest, best_other = lowest, more_one = lowest, more_other = lowest;
  for (std::size_t i = 0; i < lines.count; i += 2 * kLanes) {
    Lanes slope = PITCHPIPE_LOAD(slopes + i), intercept = PITCHPIPE_LOAD(intercepts + i);
    Lanes value = intercept + ones * slope, other_value = intercept + others * slope;
    best_one = value > best_one ? value : best_one;
    best_other = other_value > best_other ? other_value : best_other;
    slope = PITCHPIPE_LOAD(slopes + i + kLanes), intercept = PITCHPIPE_LOAD(intercepts + i + kLanes);
    value = intercept + ones * slope, other_value = intercept + others * slope;
    more_one = value > more_one ? value : more_one;
    more_other = other_value > more_other ? other_value : more_other;
  }
  best_one = more_one > best_one ? more_one : best_one;
  best_other = more_other > best_other ? more_other : best_other;
  return {std::max(std::max(best_one[0], best_one[1]), std::max(best_one[2], best_one[3])),
          std::max(std::max(best_other[0], best_other[1]), std::max(best_other[2], best_other[3]))};
}

#define PITCHPIPE_REACHES(i) \
  (PITCHPIPE_LOAD(intercepts + (i)) + place * PITCHPIPE_LOAD(slopes + (i)) == height)

PITCHPIPE_HOT std::size_t line_of_height(const Lines& lines, double x, double height) {
  const double* slopes = lines.slopes;
  const double* intercepts = lines.intercepts;
  Lanes place = {x, x, x, x};
  std::size_t i = 0;
  for (; i + 4 * kLanes <= lines.count; i += 4 * kLanes) {
    auto any = (PITCHPIPE_REACHES(i) | PITCHPIPE_REACHES(i + kLanes)) |
               (PITCHPIPE_REACHES(i + 2 * kLanes) | PITCHPIPE_REACHES(i + 3 * kLanes));
    if (any[0] | any[1] | any[2] | any[3]) break;
  }
  while (i + 1 < lines.count && intercepts[i] + x * slopes[i] != height) ++i;
  return i;
}

std::size_t best_at(const Lines& lines, double x) { return line_of_height(lines, x, height_at(lines, x)); }

PITCHPIPE_HOT Outermost outermost(const Lines& lines) {
  Indices here = {0, 1, 2, 3}, left = here, right = here;
  Lanes low = PITCHPIPE_LOAD(lines.slopes), high = low;
  Lanes low_height = PITCHPIPE_LOAD(lines.intercepts), high_height = low_height;
  for (std::size_t i = kLanes; i < lines.count; i += kLanes) {
    here += kLanes;
    Lanes slope = PITCHPIPE_LOAD(lines.slopes + i), intercept = PITCHPIPE_LOAD(lines.intercepts + i);
    auto lefter = (slope < low) | ((slope == low) & (intercept > low_height));
    low = lefter ? slope : low;
    low_height = lefter ? intercept : low_height;
    left = lefter ? here : left;
    auto righter = (slope > high) | ((slope == high) & (intercept > high_height));
    high = righter ? slope : high;
    high_height = righter ? intercept : high_height;
    right = righter ? here : right;
  }
  int l = 0, r = 0;
  for (int lane = 1; lane < kLanes; ++lane) {
    if (low[lane] < low[l] || (low[lane] == low[l] && (low_height[lane] > low_height[l] ||
                                                       (low_height[lane] == low_height[l] && left[lane] < left[l]))))
      l = lane;
    if (high[lane] > high[r] ||
        (high[lane] == high[r] && (high_height[lane] > high_height[r] ||
                                   (high_height[lane] == high_height[r] && right[lane] < right[r]))))
      r = lane;
  }
  return {static_cast<std::size_t>(left[l]), static_cast<std::size_t>(right[r])};
}

void Envelope::find(const Lines& lines, std::size_t left, std::size_t middle, std::size_t right) {
  const double* slopes = lines.slopes;
  crossings_.clear();
  ahead_.clear();
  if (!(slopes[left] < slopes[right])) return;
  ahead_.push_back({right, kUnknown});
  if (slopes[left] < slopes[middle] && slopes[middle] < slopes[right]) ahead_.push_back({middle, kUnknown});
  std::size_t first = left;
  double highest = kUnknown;  // of all lines, where `left` and the next line cross
  std::size_t passes_left = 16 + 4 * static_cast<std::size_t>(std::bit_width(lines.count));
  while (!ahead_.empty()) {
    Ahead& next = ahead_.back();
    double at = crossing_of(lines, left, next.line);
    if (std::isnan(highest)) {
      if (passes_left-- == 0) return sort_and_scan(lines, first, right);
      if (ahead_.size() > 1 && std::isnan(next.highest)) {
        Heights both = heights_at(lines, at, crossing_of(lines, next.line, ahead_[ahead_.size() - 2].line));
        highest = both.one;
        next.highest = both.other;
      } else {
        highest = height_at(lines, at);
      }
    }
    if (highest > std::max(height(lines, left, at), height(lines, next.line, at))) {
      std::size_t best = line_of_height(lines, at, highest);
      highest = kUnknown;
      if (slopes[left] < slopes[best] && slopes[best] < slopes[next.line]) {
        ahead_.push_back({best, kUnknown});
        continue;
      }
    }
    cross(lines, left, next.line);
    left = next.line;
    highest = next.highest;
    ahead_.pop_back();
  }
}

void Envelope::cross(const Lines& lines, std::size_t left, std::size_t right) {
  double at = crossing_of(lines, left, right);
  double least = crossings_.empty() ? kLowest : crossings_.back().at;
  if (!(at > least)) at = least;  // also where heights have overflowed and `at` is NaN
  crossings_.push_back({at, static_cast<std::int32_t>(left), static_cast<std::int32_t>(right)});
}

// Graham's scan over the lines between the outer two, by slope.
void Envelope::sort_and_scan(const Lines& lines, std::size_t left, std::size_t right) {
  const double* slopes = lines.slopes;
  const double* intercepts = lines.intercepts;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < lines.count; ++i)
    if (slopes[left] < slopes[i] && slopes[i] < slopes[right] && !std::isnan(intercepts[i])) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (slopes[a] != slopes[b]) return slopes[a] < slopes[b];
    return intercepts[a] != intercepts[b] ? intercepts[a] > intercepts[b] : a < b;
  });
  order.push_back(right);
  std::vector<std::size_t> hull{left};
  for (std::size_t line : order) {
    if (slopes[line] == slopes[hull.back()]) continue;
    while (hull.size() >= 2) {
      std::size_t before = hull[hull.size() - 2], last = hull.back();
      bool hidden = (intercepts[before] - intercepts[line]) * (slopes[last] - slopes[before]) <=
                    (intercepts[before] - intercepts[last]) * (slopes[line] - slopes[before]);
      if (!hidden) break;
      hull.pop_back();
    }
    hull.push_back(line);
  }
  crossings_.clear();
  for (std::size_t i = 1; i < hull.size(); ++i) cross(lines, hull[i - 1], hull[i]);
}

}  // namespace pitchpipe::tuning
