#include "align/best_cells.h"

#include <stdexcept>

#include "util/parallel.h"

namespace pitchpipe::align {
namespace {

// Marks the best of `count` posteriors, `step` apart, if no link at all is less likely.
void mark_best(const float* posteriors, std::size_t count, std::size_t step, std::uint8_t* marks) {
  std::size_t best = 0;
  float sum = 0;
  for (std::size_t k = 0; k < count; ++k) {
    sum += posteriors[k * step];
    if (posteriors[k * step] > posteriors[best * step]) best = k;
  }
  if (posteriors[best * step] > 1.0f - sum) marks[best * step] = 1;
}

}  // namespace

std::vector<std::uint8_t> best_cells(const WordPairs& pairs, std::span<const float> posteriors, std::size_t first,
                                     std::size_t last, int threads) {
  if (first > last || last > pairs.line_count()) throw std::out_of_range("there are no such lines");
  std::size_t first_cell = pairs.line_cells(first);
  if (posteriors.size() != 2 * (pairs.line_cells(last) - first_cell))
    throw std::invalid_argument("the posteriors are not those of the cells of these lines");
  std::vector<std::uint8_t> marks(posteriors.size(), 0);
  struct None {};
  util::parallel_for<None>(last - first, threads, [&](None&, std::size_t n) {
    std::size_t source = pairs.source_length(first + n), target = pairs.target_length(first + n);
    if (source == 0 || target == 0) return;
    std::size_t at = 2 * (pairs.line_cells(first + n) - first_cell);
    for (std::size_t j = 0; j < target; ++j)
      mark_best(posteriors.data() + at + 2 * j, source, 2 * target, marks.data() + at + 2 * j);
    for (std::size_t i = 0; i < source; ++i) {
      std::size_t row = at + 2 * target * i + 1;
      mark_best(posteriors.data() + row, target, 2, marks.data() + row);
    }
  });
  return marks;
}

}  // namespace pitchpipe::align
