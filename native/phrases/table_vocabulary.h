#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "util/hash_table.h"
#include "util/packed_words.h"

namespace pitchpipe::phrases {

using util::WordId;

// Throws std::invalid_argument unless there are slots in a power of two.
inline void check_slots(std::span<const std::uint32_t> slots, const char* what) {
  if (!std::has_single_bit(slots.size()))
    throw std::invalid_argument(std::string("the slots of the ") + what + " are not a power of two");
}

// Throws std::invalid_argument unless `count` numbers leave a slot free.
inline void check_room(std::span<const std::uint32_t> slots, std::size_t count, const char* what) {
  check_slots(slots, what);
  if (count >= slots.size() || count > UINT32_MAX - 1)
    throw std::invalid_argument(std::string("there are more ") + what + " than slots for them");
}

// The first number in the slots of a file for which same(number) is true; ends even if the file is damaged and no slot
// is free.
template <class Same>
std::optional<std::uint32_t> number_in(std::span<const std::uint32_t> slots, std::uint64_t hash, Same same) {
  std::size_t mask = slots.size() - 1;
  for (std::size_t tried = 0; tried < slots.size(); ++tried) {
    std::uint32_t slot = slots[(hash + tried) & mask];
    if (slot == 0) return {};
    if (same(slot - 1)) return slot - 1;
  }
  return {};
}

// The words of one side of a phrase table, and a hash table of their numbers; a view of mapped arrays that owns nothing.
class TableVocabulary : public util::PackedWords {
 public:
  // Throws std::invalid_argument if the sizes do not fit each other.
  TableVocabulary(std::span<const std::uint8_t> bytes, std::span<const std::int64_t> offsets,
                  std::span<const std::uint32_t> slots);

  std::optional<WordId> find(std::string_view word) const;

 private:
  std::span<const std::uint32_t> slots_;
};

// Fills the slots of a vocabulary; they must be 0, and more than there are words. Their number is a power of two.
void fill_word_slots(std::span<const std::uint8_t> bytes, std::span<const std::int64_t> offsets,
                     std::span<std::uint32_t> slots);

}  // namespace pitchpipe::phrases
