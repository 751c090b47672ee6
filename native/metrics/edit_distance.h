#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "metrics/symbols.h"

namespace pitchpipe::metrics {

// Edit distances of texts to one reference, 64 cells of the matrix at a time (Myers 1999; Hyyrö 2003).
class EditDistance {
 public:
  // The symbols of the reference are in [0, alphabet), those of texts there or negative. Copies the reference.
  void set_reference(Symbols reference, std::size_t alphabet);

  std::size_t distance(Symbols text);

  // Whether a text of this length can be kept: its rows must not take too much memory.
  bool can_keep(std::size_t length) const;

  // The distance of `text`, which is kept for distance_after; it must be of a length that can be kept.
  std::size_t keep(Symbols text);

  // The distance of a text whose first `same` symbols are those of the text that was kept.
  std::size_t distance_after(std::size_t same, Symbols text);

 private:
  // Steps along a row of the matrix, which has a row for each prefix of the text and a cell for each prefix of
  // the reference: bit j of `plus` says that cell j + 1 is one more than cell j, of `minus` one less.
  struct Steps {
    std::uint64_t plus = ~std::uint64_t{0};
    std::uint64_t minus = 0;
  };

  static void advance(std::uint64_t equal, unsigned top, Steps& steps, Steps& across);
  bool in_bits() const { return blocks_ > 0; }
  std::size_t advance(Symbols text, std::vector<Steps>& row, std::size_t distance) const;
  std::size_t plain_distance(Symbols text);
  const std::uint64_t* masks(std::int32_t symbol) const;

  std::vector<std::int32_t> reference_;
  std::vector<std::uint64_t> masks_;  // where the reference has each symbol; first, a negative one
  std::size_t blocks_ = 0;  // 0: the reference is empty, or its masks would take too much memory
  std::vector<Steps> start_, steps_, kept_;
  std::vector<std::size_t> kept_distances_, row_;
};

}  // namespace pitchpipe::metrics
