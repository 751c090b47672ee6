#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pitchpipe::util {

// Sorts items by a double, key(item), which is never NaN; of equal keys `before` decides. Radix sort on the
// upper half of the key's bits, then the few that still agree by comparison. `spare` is scratch memory.
template <class Item, class Key, class Before>
void sort_by_double(std::vector<Item>& items, std::vector<Item>& spare, Key key, Before before) {
  constexpr std::size_t kDigitBits = 11, kDigits = 3, kBuckets = 1 << kDigitBits;
  constexpr std::size_t kLowest = 64 - kDigits * kDigitBits;
  auto bits = [&](const Item& item) {
    auto raw = std::bit_cast<std::uint64_t>(key(item) + 0.0);  // + 0.0: minus zero is zero
    return (raw >> 63 ? ~raw : raw | std::uint64_t{1} << 63) >> kLowest;
  };
  auto smaller = [&](const Item& a, const Item& b) {
    return key(a) != key(b) ? key(a) < key(b) : before(a, b);
  };
  if (items.size() < kBuckets / 8) {
    std::sort(items.begin(), items.end(), smaller);
    return;
  }
  std::array<std::array<std::uint32_t, kBuckets>, kDigits> starts{};
  for (const Item& item : items)
    for (std::size_t d = 0; d < kDigits; ++d) ++starts[d][bits(item) >> d * kDigitBits & (kBuckets - 1)];
  spare.resize(items.size());
  for (std::size_t d = 0; d < kDigits; ++d) {
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts[d]) {
      std::uint32_t count = start;
      start = sum;
      sum += count;
    }
    for (const Item& item : items) spare[starts[d][bits(item) >> d * kDigitBits & (kBuckets - 1)]++] = item;
    items.swap(spare);
  }
  for (std::size_t begin = 0; begin < items.size();) {
    std::size_t end = begin + 1;
    while (end < items.size() && bits(items[end]) == bits(items[begin])) ++end;
    if (end - begin > 1)
      std::sort(items.begin() + static_cast<std::ptrdiff_t>(begin),
                items.begin() + static_cast<std::ptrdiff_t>(end), smaller);
    begin = end;
  }
}

}  // namespace pitchpipe::util
