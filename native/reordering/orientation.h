#pragma once

#include <cstddef>
#include <cstdint>

namespace pitchpipe::reordering {

// Where a phrase lies in the source, seen from another. Models of three orientations take those to the left as
// discontinuous, too; in models of four, discontinuous is to the right.
enum Orientation : std::uint8_t { kMonotone, kSwap, kDiscontinuous, kLeft };
inline constexpr std::size_t kOrientations = 4;

inline Orientation oriented(bool monotone, bool swap, bool left) {
  return monotone ? kMonotone : swap ? kSwap : left ? kLeft : kDiscontinuous;
}

// Of a phrase that covers the source words [begin, end), with regard to those translated before it.
inline Orientation orientation(std::uint32_t before_begin, std::uint32_t before_end, std::uint32_t begin,
                               std::uint32_t end) {
  return oriented(begin == before_end, end == before_begin, begin < before_begin);
}

}  // namespace pitchpipe::reordering
