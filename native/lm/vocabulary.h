#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lm/hash_slots.h"

namespace pitchpipe::lm {

inline constexpr WordId kUnknownWord = 0;

// The words of a model by number and by spelling.
class Vocabulary : public util::PackedWords {
 public:
  // The slots have the numbers of words under their keys. Throws std::invalid_argument if sizes do not fit.
  Vocabulary(std::string_view bytes, std::span<const std::int64_t> offsets, std::span<const std::uint32_t> slots,
             SlotLayout layout);

  // The word's number, or kUnknownWord.
  WordId id(std::string_view word) const;

 private:
  HashSlots<3> slots_;
};

// The slots for words that are stored as Vocabulary expects them. Throws std::invalid_argument if a word is there
// twice.
SlotMemory vocabulary_slots(std::string_view bytes, std::span<const std::int64_t> offsets, SlotLayout& layout);

}  // namespace pitchpipe::lm
