#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace pitchpipe::util {

// An item and its estimate as one number: a better item has a larger one, and of equals the one with the smaller number.
inline std::uint64_t ranked(float estimate, std::uint32_t item) {
  constexpr std::uint32_t kSign = std::uint32_t{1} << 31;
  auto bits = std::bit_cast<std::uint32_t>(estimate);
  std::uint32_t ordered = bits & kSign ? ~bits : bits | kSign;
  return std::uint64_t{ordered} << 32 | ~item;
}

inline float estimate_of(std::uint64_t ranked) {
  constexpr std::uint32_t kSign = std::uint32_t{1} << 31;
  auto ordered = static_cast<std::uint32_t>(ranked >> 32);
  return std::bit_cast<float>(ordered & kSign ? ordered & ~kSign : ~ordered);
}

inline std::uint32_t item_of(std::uint64_t ranked) { return ~static_cast<std::uint32_t>(ranked); }

// Moves the front of a heap to where it belongs, which costs less than to pop it and push another.
inline void sink_front(std::vector<std::uint64_t>& heap) {
  std::uint64_t value = heap.front();
  std::size_t at = 0;
  for (std::size_t child = 1; child < heap.size(); child = 2 * at + 1) {
    child += child + 1 < heap.size() && heap[child + 1] > heap[child];
    if (heap[child] < value) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = value;
}

}  // namespace pitchpipe::util
