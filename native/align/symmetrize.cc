#include "align/symmetrize.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "util/parallel.h"

namespace pitchpipe::align {
namespace {

struct Step {
  int target, source;
};

constexpr Step kNeighbours[] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
constexpr std::size_t kStraight = 4;

// A link of the union; `source` and `target` are the words, the others say where they are among the words with links.
struct Point {
  std::int32_t target, source;
  std::size_t target_place, source_place;
  bool forward, backward, taken;

  bool before(std::int32_t other_target, std::int32_t other_source) const {
    return target != other_target ? target < other_target : source < other_source;
  }
};

// The union of two alignments of a line, and which of it is taken.
class Grid {
 public:
  void load(std::span<const Link> forward, std::span<const Link> backward) {
    points_.clear();
    for (const Link& link : forward) points_.push_back({link.target, link.source, 0, 0, true, false, false});
    for (const Link& link : backward) points_.push_back({link.target, link.source, 0, 0, false, true, false});
    std::sort(points_.begin(), points_.end(),
              [](const Point& a, const Point& b) { return a.before(b.target, b.source); });
    merge_equals();
    number(&Point::target, &Point::target_place, target_covered_);
    number(&Point::source, &Point::source_place, source_covered_);
    for (Point& point : points_)
      if (point.forward && point.backward) take(point);
  }

  void take_all() {
    for (Point& point : points_) point.taken = true;
  }

  void grow(std::size_t neighbours) {
    for (bool added = true; added;) {
      added = false;
      for (std::size_t k = 0; k < points_.size(); ++k) {
        if (!points_[k].taken) continue;
        for (std::size_t o = 0; o < neighbours; ++o) {
          Point* point = neighbour(points_[k], kNeighbours[o]);
          if (point && !point->taken && !(target_covered(*point) && source_covered(*point))) take(*point), added = true;
        }
      }
    }
  }

  void finish(bool Point::*alignment, bool both) {
    for (Point& point : points_) {
      if (point.taken || !(point.*alignment)) continue;
      bool target = target_covered(point), source = source_covered(point);
      if (both ? !target && !source : !target || !source) take(point);
    }
  }

  void refine() {
    for (bool added = true; added;) {
      added = false;
      for (Point& point : points_) {
        if (point.taken) continue;
        bool alone = !target_covered(point) && !source_covered(point);
        bool touches = has(point, kAcross) || has(point, kDown);
        if (alone || (touches && stays_straight(point))) take(point), added = true;
      }
    }
  }

  void store(std::vector<Link>& links) const {
    links.clear();
    for (const Point& point : points_)
      if (point.taken) links.push_back({point.source, point.target});
    std::sort(links.begin(), links.end());
  }

 private:
  static constexpr std::size_t kDown = 0, kAcross = 1;  // neighbours by target word, and by source word

  void merge_equals() {
    std::size_t kept = 0;
    for (const Point& point : points_) {
      if (kept > 0 && !points_[kept - 1].before(point.target, point.source)) {
        points_[kept - 1].forward |= point.forward;
        points_[kept - 1].backward |= point.backward;
      } else {
        points_[kept++] = point;
      }
    }
    points_.resize(kept);
  }

  void number(std::int32_t Point::*word, std::size_t Point::*place, std::vector<char>& covered) {
    words_.clear();
    for (const Point& point : points_) words_.push_back(point.*word);
    std::sort(words_.begin(), words_.end());
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
    for (Point& point : points_)
      point.*place =
          static_cast<std::size_t>(std::lower_bound(words_.begin(), words_.end(), point.*word) - words_.begin());
    covered.assign(words_.size(), 0);
  }

  bool target_covered(const Point& point) const { return target_covered_[point.target_place]; }
  bool source_covered(const Point& point) const { return source_covered_[point.source_place]; }

  void take(Point& point) {
    point.taken = true;
    target_covered_[point.target_place] = source_covered_[point.source_place] = 1;
  }

  Point* neighbour(const Point& point, Step step) {
    auto target = static_cast<std::int64_t>(point.target) + step.target;
    auto source = static_cast<std::int64_t>(point.source) + step.source;
    auto at = std::lower_bound(points_.begin(), points_.end(), 0, [&](const Point& a, int) {
      return a.target != target ? a.target < target : a.source < source;
    });
    return at != points_.end() && at->target == target && at->source == source ? &*at : nullptr;
  }

  bool has(const Point& point, std::size_t direction) {
    const Point* one = neighbour(point, kNeighbours[direction]);
    const Point* other = neighbour(point, kNeighbours[direction + 2]);
    return (one && one->taken) || (other && other->taken);
  }

  // Whether no link would have neighbours both across and down if this one were taken.
  bool stays_straight(Point& point) {
    point.taken = true;
    bool straight = !(has(point, kAcross) && has(point, kDown));
    for (std::size_t o = 0; straight && o < kStraight; ++o) {
      const Point* next = neighbour(point, kNeighbours[o]);
      if (next && next->taken) straight = !(has(*next, kAcross) && has(*next, kDown));
    }
    point.taken = false;
    return straight;
  }

  std::vector<Point> points_;
  std::vector<std::int32_t> words_;
  std::vector<char> target_covered_, source_covered_;
};

void run(Grid& grid, Symmetrization how) {
  switch (how) {
    case Symmetrization::kIntersection: return;
    case Symmetrization::kUnion: return grid.take_all();
    case Symmetrization::kGrow: return grid.grow(kStraight);
    case Symmetrization::kRefined: return grid.refine();
    default: break;
  }
  grid.grow(std::size(kNeighbours));
  if (how == Symmetrization::kGrowDiag) return;
  bool both = how == Symmetrization::kGrowDiagFinalAnd;
  grid.finish(&Point::forward, both);
  grid.finish(&Point::backward, both);
}

std::span<const Link> line(const LinkSpans& spans, std::size_t n) {
  auto begin = static_cast<std::size_t>(spans.offsets[n]), end = static_cast<std::size_t>(spans.offsets[n + 1]);
  return spans.links.subspan(begin, end - begin);
}

}  // namespace

Links symmetrize(LinkSpans forward, LinkSpans backward, Symmetrization how, int threads) {
  check_links(forward);
  check_links(backward);
  if (forward.offsets.size() != backward.offsets.size())
    throw std::invalid_argument("alignments of " + std::to_string(forward.offsets.size() - 1) + " and of " +
                                std::to_string(backward.offsets.size() - 1) + " lines");
  std::size_t lines = forward.offsets.size() - 1;
  std::vector<std::vector<Link>> found(lines);
  util::parallel_for<Grid>(lines, threads, [&](Grid& grid, std::size_t n) {
    grid.load(line(forward, n), line(backward, n));
    run(grid, how);
    grid.store(found[n]);
  });
  Links result;
  for (const auto& links : found) {
    result.links.insert(result.links.end(), links.begin(), links.end());
    result.offsets.push_back(static_cast<std::int64_t>(result.links.size()));
  }
  return result;
}

}  // namespace pitchpipe::align
