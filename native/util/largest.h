#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace pitchpipe::util {

// The largest of some values: those above `least`, and of those equal to it the first `ties`.
struct Largest {
  float least = -std::numeric_limits<float>::infinity();
  std::size_t ties = std::numeric_limits<std::size_t>::max();

  // To be asked of each value once, in their order.
  bool takes(float value) {
    bool tie = value == least && ties > 0;
    ties -= tie;
    return (value > least) | tie;
  }
};

// Finds the `most` largest values, none of which is NaN. It counts those of each of many ranges first:
// comparing costs more, since no processor foresees the outcome. `spare` is scratch memory.
inline Largest largest_of(std::span<const float> values, std::size_t most, std::vector<float>& spare) {
  constexpr std::size_t kRanges = 512, kAtOnce = 4;
  if (values.size() <= most) return {};
  if (most == 0) return {std::numeric_limits<float>::infinity(), 0};
  float low[kAtOnce], high[kAtOnce];
  for (std::size_t i = 0; i < kAtOnce; ++i) low[i] = high[i] = values[0];
  for (std::size_t at = 0; at + kAtOnce <= values.size(); at += kAtOnce)
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      low[i] = values[at + i] < low[i] ? values[at + i] : low[i];
      high[i] = values[at + i] > high[i] ? values[at + i] : high[i];
    }
  // What is left over falls into the first or the last range.
  float least = *std::min_element(low, low + kAtOnce), scale = (kRanges - 1) / (*std::max_element(high, high + kAtOnce) - least);
  auto range = [=](float value) {
    float place = (value - least) * scale;
    place = place > 0 ? place : 0;  // also if all values are equal or one is infinite
    return static_cast<std::size_t>(place < kRanges - 1 ? place : kRanges - 1);
  };
  std::array<std::uint32_t, kRanges> counts{};
  for (float value : values) ++counts[range(value)];
  std::size_t above = 0, last = kRanges - 1;
  while (above + counts[last] < most) above += counts[last--];
  spare.resize(values.size());
  std::size_t found = 0;
  for (float value : values) {
    spare[found] = value;
    found += range(value) == last;
  }
  auto end = spare.begin() + static_cast<std::ptrdiff_t>(found);
  auto place = spare.begin() + static_cast<std::ptrdiff_t>(most - above - 1);
  std::nth_element(spare.begin(), place, end, std::greater<>());
  float limit = *place;
  auto larger = std::count_if(spare.begin(), place, [=](float value) { return value > limit; });
  return {limit, most - above - static_cast<std::size_t>(larger)};
}

}  // namespace pitchpipe::util
