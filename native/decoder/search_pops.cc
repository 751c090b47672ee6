// Which extensions of hypotheses are made: all, or the best ones by cube pruning.

#include "decoder/search.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "util/largest.h"
#include "util/ranked_heap.h"

namespace pitchpipe::decoder {

namespace {

using util::estimate_of;
using util::item_of;
using util::ranked;
using util::sink_front;

constexpr std::size_t kMostPending = 1 << 16;
constexpr std::size_t kLooked = 4;  // extensions that whole contexts are asked of, as a multiple of the pops
constexpr double kLookedInRow = 2.5;  // of those, on average, in the rows that are looked at first

constexpr float kLowest = -std::numeric_limits<float>::infinity();

// Keeps the best ones, in any order.
void keep_most(std::vector<std::uint64_t>& heap, std::size_t most) {
  if (heap.size() <= most) return;
  std::nth_element(heap.begin(), heap.begin() + static_cast<std::ptrdiff_t>(most), heap.end(), std::greater<>());
  heap.resize(most);
}

}  // namespace

float Search::estimate(const Cube& cube, std::uint32_t number, std::uint32_t index) const {
  const Node& node = nodes_[number];
  const Option& option = cube.phrase->options[index];
  float total = static_cast<float>(node.score) + option.estimate + cube.jump + cube.rest;
  return has_reordering_ ? total + orientations(cube, node, option) : total;
}

std::uint64_t Search::start_heap(int limit) {
  keep_most(heap_, static_cast<std::size_t>(limit));
  std::make_heap(heap_.begin(), heap_.end());
  bool limited = settings_.threshold > 0 && !heap_.empty();
  return limited ? ranked(estimate_of(heap_.front()) - settings_.threshold, kNone) : 0;
}

void Search::pop_best(int limit) {
  heap_.clear();
  for (std::uint32_t i = 0; i < cells_.size(); ++i)
    heap_.push_back(ranked(estimate(cubes_[cells_[i].cube], cells_[i].node, 0), i));
  std::uint64_t least = start_heap(limit);
  for (int popped = 0; popped < limit && !heap_.empty() && heap_.front() >= least; ++popped) {
    Cell cell = cells_[item_of(heap_.front())];
    pending_.push_back(cell);
    const Cube& cube = cubes_[cell.cube];
    if (cell.option + 1 < cube.phrase->options.size()) {
      heap_.front() = meet({cell.cube, cell.node, cell.option + 1});
      sink_front(heap_);
    } else {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    if (cell.option == 0 && cell.node + 1 < cube.first_node + cube.count) {
      heap_.push_back(meet({cell.cube, cell.node + 1, 0}));
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
}

std::uint64_t Search::meet(const Cell& cell) {
  cells_.push_back(cell);
  return ranked(estimate(cubes_[cell.cube], cell.node, cell.option), static_cast<std::uint32_t>(cells_.size() - 1));
}

// Rows by their best extensions. Which ones are worth a ranking, the best option alone tells.
void Search::rank_rows(std::size_t most) {
  rows_.clear();
  worth_.clear();
  for (std::uint32_t i = 0; i < cubes_.size(); ++i) {
    const Cube& cube = cubes_[i];
    const Option& first = cube.phrase->options.front();
    float alone = first.estimate;
    if (has_reordering_)
      for (std::size_t kind = 0; kind < kKinds; ++kind) alone += first.previous[kind][cube.previous[kind]];
    for (std::uint32_t n = cube.first_node; n < cube.first_node + cube.count; ++n) {
      const Node& node = nodes_[n];
      float base = static_cast<float>(node.score) + cube.jump + cube.rest + next_orientations(cube, node);
      worth_.push_back(base + alone);
      rows_.push_back({i, n, base});
    }
  }
  util::Largest kept = util::largest_of(worth_, most, spare_);
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!kept.takes(worth_[i])) continue;
    Row& row = rows_[count] = rows_[i];
    const Cube& cube = cubes_[row.cube];
    row.ranking = rankings_.number(nodes_[row.node].context, cube.begin, cube.end, cube.previous);
    worth_[count++] = row.base + rankings_.best(row.ranking);
  }
  rows_.resize(count);
  worth_.resize(count);
}

// Most rows have nothing among the best. Those that may are looked at first, and more only if they have not enough that
// is better than anything in the others. In the order of rows: extensions of the same hypothesis share what they look at.
void Search::meet_best(std::size_t most) {
  std::size_t found = 0;
  for (auto count = static_cast<std::size_t>(static_cast<double>(most) / kLookedInRow) + 1;; count *= 2) {
    float least = util::largest_of(worth_, count, spare_).least;
    found = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (worth_[i] < least) continue;
      const Row& row = rows_[i];
      auto values = rankings_.values(row.ranking);
      if (pending_.size() < found + values.size()) {
        pending_.resize(2 * (found + values.size()));
        met_.resize(pending_.size());
      }
      // Without a branch, which no processor would foresee.
      for (std::uint32_t option = 0; option < values.size(); ++option) {
        float value = row.base + values[option];
        met_[found] = value;
        pending_[found] = {row.cube, row.node, option};
        found += value >= least;
      }
    }
    if (found >= most || count >= rows_.size()) break;
  }
  met_.resize(found);
  pending_.resize(found);
}

// Keeps those of the pending extensions that are worth most, and at least as much as that, in their order.
void Search::keep_best(std::size_t most, float least) {
  util::Largest kept = util::largest_of(met_, most, spare_);
  if (kept.least < least) kept = {least, met_.size()};
  std::size_t count = 0;
  for (std::size_t i = 0; i < met_.size(); ++i) {
    float value = met_[count] = met_[i];
    pending_[count] = pending_[i];
    count += kept.takes(value);
  }
  met_.resize(count);
  pending_.resize(count);
}

// Last words choose among all extensions, whole contexts among those that are left.
void Search::pop_ranked(int limit) {
  auto most = static_cast<std::size_t>(limit);
  rank_rows(kLooked * most);
  meet_best(kLooked * most);
  keep_best(kLooked * most, kLowest);
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const Cell& cell = pending_[i];
    met_[i] += rankings_.beyond_last_word(nodes_[cell.node].context, cubes_[cell.cube].first_option + cell.option);
  }
  bool limited = settings_.threshold > 0 && !met_.empty();
  keep_best(most, limited ? *std::ranges::max_element(met_) - settings_.threshold : kLowest);
}

void Search::pop_all() {
  for (std::uint32_t number = 0; number < cubes_.size(); ++number) {
    const Cube cube = cubes_[number];
    for (std::uint32_t node = cube.first_node; node < cube.first_node + cube.count; ++node)
      for (std::uint32_t option = 0; option < cube.phrase->options.size(); ++option)
        pending_.push_back({number, node, option});
    if (pending_.size() >= kMostPending && !has_gaps_) extend_pending();
  }
}

}  // namespace pitchpipe::decoder
