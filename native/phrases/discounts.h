#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pitchpipe::phrases {

// How counts of phrase pairs are discounted: not at all, or by one discount or one for each of the counts 1, 2, and 3
// or more (Foster, Kuhn and Johnson, 2006).
enum class Discounting { kNone, kKneserNey, kModifiedKneserNey };

// How many pairs there are, and how many of them occur once, twice, three times and four times.
struct CountsOfCounts {
  static constexpr std::size_t kMost = 4;

  std::uint64_t pairs = 0;
  std::array<std::uint64_t, kMost + 1> of = {};

  void add(std::uint64_t count) {
    ++pairs;
    if (count <= kMost) ++of[count];
  }
};

// The discounts of Kneser-Ney smoothing, and the pairs that what they take off is shared among.
//
// A distribution over the phrases x that a phrase y occurs with is (c(x, y) - D(c(x, y)) + taken(y) b(x)) / c(y), in
// which taken(y) is the sum of the discounts of y's pairs, and b(x) the share of x's pairs in all.
class Discounts {
 public:
  // One discount is n1 / (n1 + 2 n2), 0 if no pair occurs once. Where a count has no discount of its own, since no pair
  // occurs so often or it would not be from 0 to the count, it has that one.
  Discounts(Discounting discounting, const CountsOfCounts& counts);

  double operator()(std::uint64_t count) const { return of_[std::min(count, kMost)]; }

  // The pairs of a phrase: all, and those that occur once and twice.
  double taken(std::uint64_t pairs, std::uint64_t once, std::uint64_t twice) const {
    return static_cast<double>(once) * of_[1] + static_cast<double>(twice) * of_[2] +
           static_cast<double>(pairs - once - twice) * of_[3];
  }

  double share(std::uint64_t pairs) const { return static_cast<double>(pairs) / pairs_; }

 private:
  static constexpr std::uint64_t kMost = 3;

  std::array<double, kMost + 1> of_ = {};
  double pairs_;
};

}  // namespace pitchpipe::phrases
