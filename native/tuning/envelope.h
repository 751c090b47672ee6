#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pitchpipe::tuning {

// Where the best line changes: from line `from` to line `to`.
struct Crossing {
  double at;
  std::int32_t from;
  std::int32_t to;
};

// The lines y = intercept + x * slope of one group. `count` is a positive multiple of kMultiple, so that loops
// over the lines need no special case at the end; of lines that coincide, the first counts.
struct Lines {
  static constexpr std::size_t kMultiple = 8;

  const double* slopes;
  const double* intercepts;
  std::size_t count;
};

// The height of the envelope at x, or at two places, which costs little more; and the line that is highest at x.
struct Heights {
  double one, other;
};
double height_at(const Lines& lines, double x);
Heights heights_at(const Lines& lines, double one, double other);
std::size_t best_at(const Lines& lines, double x);

// The lines that are highest at minus and at plus infinity.
struct Outermost {
  std::size_t left, right;
};
Outermost outermost(const Lines& lines);

// Finds the upper envelope of a group of lines. Holds scratch memory: one for each thread.
class Envelope {
 public:
  // Sets crossings() in order of x, all between the two lines `left` and `right` that are known to be on the
  // envelope, left of any other and right of any other. `middle` is a third such line, if one is known
  // (any line will do if not).
  // The envelope is probed where two neighbours cross: a line above that point is a new vertex between them. Each
  // vertex costs about one pass over the lines; where there are very many the lines are sorted instead, so the
  // whole takes O(count log count) at most.
  void find(const Lines& lines, std::size_t left, std::size_t middle, std::size_t right);

  const std::vector<Crossing>& crossings() const { return crossings_; }

 private:
  void cross(const Lines& lines, std::size_t left, std::size_t right);
  void sort_and_scan(const Lines& lines, std::size_t left, std::size_t right);

  struct Ahead {
    std::size_t line;
    double highest;  // of all lines, where this one crosses the one after it; NaN if not known yet
  };
  std::vector<Ahead> ahead_;  // lines on the envelope right of where the search is, the next one last
  std::vector<Crossing> crossings_;
};

}  // namespace pitchpipe::tuning
