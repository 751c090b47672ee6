#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace pitchpipe::phrases {

// How often things occur in some lines, by their numbers, which rise; `width` counts for each.
struct NumberedCounts {
  std::span<const std::uint64_t> numbers;
  std::span<const float> counts;
  std::size_t width = 1;

  // Empty if there is no such number.
  std::span<const float> of(std::uint64_t number) const {
    auto found = std::ranges::lower_bound(numbers, number);
    if (found == numbers.end() || *found != number) return {};
    return counts.subspan(static_cast<std::size_t>(found - numbers.begin()) * width, width);
  }
  float count(std::uint64_t number) const {
    std::span<const float> found = of(number);
    return found.empty() ? 0 : found[0];
  }
};

// What some lines contribute to the counts of a table: of source phrases by their first entries, of target phrases by
// their rows, and of entries, each with how often it has each orientation of the table's reordering models.
struct Contribution {
  NumberedCounts sources, targets, entries;

  bool empty() const { return entries.numbers.empty(); }
};

// What each of several groups of lines contributes. A view that owns nothing.
class Contributions {
 public:
  struct Rows {
    std::span<const std::int64_t> offsets;  // of each group
    NumberedCounts all;
  };

  // Throws std::invalid_argument if the sizes do not fit each other.
  Contributions(const Rows& sources, const Rows& targets, const Rows& entries)
      : sources_(sources), targets_(targets), entries_(entries) {
    for (const Rows& rows : {sources, targets, entries}) {
      bool fits = !rows.offsets.empty() && rows.offsets.size() == sources.offsets.size() && rows.offsets.front() == 0 &&
                  rows.all.counts.size() == rows.all.numbers.size() * rows.all.width &&
                  rows.offsets.back() == static_cast<std::int64_t>(rows.all.numbers.size()) &&
                  std::ranges::is_sorted(rows.offsets);
      if (!fits) throw std::invalid_argument("the sizes of contributions to a table do not fit each other");
    }
  }

  std::size_t size() const { return sources_.offsets.size() - 1; }
  // Those of group number g, which must be below size().
  Contribution operator[](std::size_t g) const { return {of(sources_, g), of(targets_, g), of(entries_, g)}; }

 private:
  static NumberedCounts of(const Rows& rows, std::size_t g) {
    auto begin = static_cast<std::size_t>(rows.offsets[g]), count = static_cast<std::size_t>(rows.offsets[g + 1]) - begin;
    std::size_t width = rows.all.width;
    return {rows.all.numbers.subspan(begin, count), rows.all.counts.subspan(begin * width, count * width), width};
  }

  Rows sources_, targets_, entries_;
};

}  // namespace pitchpipe::phrases
