#pragma once

#include <cstdint>

namespace pitchpipe::decoder {

// The words jumped over from a phrase that ends at `last_end` to one that begins at `begin`.
inline std::uint32_t words_jumped(std::uint32_t last_end, std::uint32_t begin) {
  return begin > last_end ? begin - last_end : last_end - begin;
}

// The same cost paid as soon as a jump makes it certain (Moore and Quirk 2007, section 4, as Moses has it): `first_gap` is
// the first source word that is not yet translated. Filling gaps from the left is free.
inline std::uint32_t words_jumped_early(std::uint32_t first_gap, std::uint32_t last_end, std::uint32_t begin,
                                        std::uint32_t end) {
  std::uint32_t length = end - begin;
  if (begin == first_gap) return 0;
  if (end < last_end) return 2 * length;
  if (last_end <= first_gap) return 2 * (begin - first_gap + length);
  return 2 * (begin - last_end + length);
}

}  // namespace pitchpipe::decoder
