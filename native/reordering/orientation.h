#pragma once

#include <cstddef>
#include <cstdint>

namespace pitchpipe::reordering {

enum Orientation : std::uint8_t { kMonotone, kSwap, kDiscontinuous };
inline constexpr std::size_t kOrientations = 3;

// What a model says of a phrase pair: a score of each orientation to what is translated before it, then to what is
// translated after it.
inline constexpr std::size_t kScores = 2 * kOrientations;

inline Orientation oriented(bool monotone, bool swap) {
  return monotone ? kMonotone : swap ? kSwap : kDiscontinuous;
}

// Of a phrase that covers the source words [begin, end), with regard to those translated before it.
inline Orientation orientation(std::uint32_t before_begin, std::uint32_t before_end, std::uint32_t begin,
                               std::uint32_t end) {
  return oriented(begin == before_end, end == before_begin);
}

}  // namespace pitchpipe::reordering
