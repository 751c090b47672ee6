#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pitchpipe::decoder {

// Which source words are translated: all before `first_gap`, and of those from there on the ones whose bit is set.
// Bit i stands for word first_gap + i, so bit 0 is never set, and no word is covered kWindow words or more after the
// first gap; search does not make such hypotheses.
struct Coverage {
  static constexpr std::uint32_t kWindow = 64;

  std::uint32_t first_gap = 0;
  std::uint64_t bits = 0;

  bool operator==(const Coverage&) const = default;

  static std::uint64_t mask(std::uint32_t begin, std::uint32_t end) {
    std::uint64_t below_end = end >= kWindow ? ~std::uint64_t{0} : (std::uint64_t{1} << end) - 1;
    return begin >= kWindow ? 0 : below_end & ~((std::uint64_t{1} << begin) - 1);
  }

  // Whether none of the words [begin, end) is covered.
  bool is_free(std::uint32_t begin, std::uint32_t end) const {
    return begin >= first_gap && (bits & mask(begin - first_gap, end - first_gap)) == 0;
  }

  // Whether words [begin, end) may be covered next without leaving the window.
  bool within_window(std::uint32_t begin, std::uint32_t end) const {
    return begin == first_gap || end - first_gap <= kWindow;
  }

  // With the words [begin, end), which are free, covered too.
  Coverage with(std::uint32_t begin, std::uint32_t end) const {
    if (begin > first_gap) return {first_gap, bits | mask(begin - first_gap, end - first_gap)};
    std::uint32_t length = end - begin;
    std::uint64_t rest = length >= kWindow ? 0 : bits >> length;
    auto run = static_cast<std::uint32_t>(std::countr_one(rest));
    return {end + run, run >= kWindow ? 0 : rest >> run};
  }

  // The first covered word after `begin`, which is free, or `size` if there is none.
  std::uint32_t gap_end(std::uint32_t begin, std::uint32_t size) const {
    std::uint32_t from = begin - first_gap;
    std::uint64_t later = from >= kWindow ? 0 : bits >> from;
    return later ? begin + static_cast<std::uint32_t>(std::countr_zero(later)) : size;
  }

  // The first free word from `begin` on.
  std::uint32_t next_gap(std::uint32_t begin) const {
    std::uint32_t from = begin - first_gap;
    return from >= kWindow ? begin : begin + static_cast<std::uint32_t>(std::countr_one(bits >> from));
  }

  // The first word of the run of free words that ends before `end`; word end - 1 is free.
  std::uint32_t gap_begin(std::uint32_t end) const {
    std::uint32_t size = end - first_gap;
    if (size > kWindow) {
      std::uint32_t covered = bits ? kWindow - static_cast<std::uint32_t>(std::countl_zero(bits)) : 0;
      return first_gap + covered;
    }
    std::uint64_t earlier = bits & mask(0, size);
    std::uint32_t covered = earlier ? kWindow - static_cast<std::uint32_t>(std::countl_zero(earlier)) : 0;
    return first_gap + covered;
  }

  std::uint64_t hash() const {
    std::uint64_t value = (bits ^ std::uint64_t{first_gap} << 40) * 0x9E3779B97F4A7C15u;
    return value ^ value >> 29;
  }
};

}  // namespace pitchpipe::decoder
