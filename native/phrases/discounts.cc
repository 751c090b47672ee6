#include "phrases/discounts.h"

namespace pitchpipe::phrases {

Discounts::Discounts(Discounting discounting, const CountsOfCounts& counts)
    : pairs_(static_cast<double>(counts.pairs)) {
  if (discounting == Discounting::kNone || counts.of[1] == 0) return;
  auto n = [&](std::size_t count) { return static_cast<double>(counts.of[count]); };
  const double one = n(1) / (n(1) + 2 * n(2));
  for (std::size_t count = 1; count <= kMost; ++count) {
    of_[count] = one;
    if (discounting != Discounting::kModifiedKneserNey || counts.of[count] == 0) continue;
    const double r = static_cast<double>(count), own = r - (r + 1) * one * n(count + 1) / n(count);
    if (own >= 0 && own <= r) of_[count] = own;
  }
}

}  // namespace pitchpipe::phrases
