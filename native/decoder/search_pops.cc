// Which extensions of hypotheses are made: all, or the best ones by cube pruning.

#include "decoder/search.h"

#include <algorithm>
#include <functional>

#include "util/ranked_heap.h"

namespace pitchpipe::decoder {

namespace {

using util::estimate_of;
using util::item_of;
using util::ranked;
using util::sink_front;

constexpr std::size_t kMostPending = 1 << 16;
constexpr std::size_t kRanked = 2;  // rows in which options are ranked, as a multiple of the pops

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

void Search::pop_ranked(int limit) {
  heap_.clear();
  rows_.clear();
  for (std::uint32_t i = 0; i < cubes_.size(); ++i) {
    const Cube& cube = cubes_[i];
    const Option& first = cube.phrase->options.front();
    float alone = first.estimate;
    if (has_reordering_)
      for (std::size_t kind = 0; kind < kKinds; ++kind) alone += first.previous[kind][cube.previous[kind]];
    for (std::uint32_t n = cube.first_node; n < cube.first_node + cube.count; ++n) {
      const Node& node = nodes_[n];
      float base = static_cast<float>(node.score) + cube.jump + cube.rest + next_orientations(cube, node);
      heap_.push_back(ranked(base + alone, static_cast<std::uint32_t>(rows_.size())));
      rows_.push_back({i, n, base, 0});
    }
  }
  keep_most(heap_, kRanked * static_cast<std::size_t>(limit));
  for (std::uint64_t& one : heap_) {
    const Row& row = rows_[item_of(one)];
    const Cube& cube = cubes_[row.cube];
    one = ranked(row.base + rankings_.best(nodes_[row.node].context, cube.begin, cube.end, cube.previous), item_of(one));
  }
  std::uint64_t least = start_heap(limit);
  for (int popped = 0; popped < limit && !heap_.empty() && heap_.front() >= least; ++popped) {
    std::uint32_t number = item_of(heap_.front());
    Row& row = rows_[number];
    const Cube& cube = cubes_[row.cube];
    auto ranking = rankings_.of(nodes_[row.node].context, cube.begin, cube.end, cube.previous);
    pending_.push_back({row.cube, row.node, ranking[row.tried].option});
    if (++row.tried < ranking.size()) {
      heap_.front() = ranked(row.base + ranking[row.tried].value, number);
      sink_front(heap_);
    } else {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
  }
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
