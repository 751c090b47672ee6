#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace pitchpipe::phrases {

using WordId = std::uint32_t;

// The numbered words of one side of a phrase table; a view of mapped arrays that owns nothing. Word w is
// bytes[offsets[w], offsets[w + 1]). Slots are a hash table of w + 1, 0 where free.
//
// The arrays may hold anything: what does not fit is never read, and looks like a word that is empty or unknown.
class TableVocabulary {
 public:
  // Throws std::invalid_argument if the sizes do not fit each other.
  TableVocabulary(std::span<const std::uint8_t> bytes, std::span<const std::int64_t> offsets,
                  std::span<const std::uint32_t> slots);

  std::size_t size() const { return offsets_.size() - 1; }
  std::string_view operator[](std::size_t word) const;
  std::optional<WordId> find(std::string_view word) const;

 private:
  std::span<const std::uint8_t> bytes_;
  std::span<const std::int64_t> offsets_;
  std::span<const std::uint32_t> slots_;
};

// Fills the slots of a vocabulary; they must be 0, and more than there are words. Their number is a power of two.
void fill_word_slots(std::span<const std::uint8_t> bytes, std::span<const std::int64_t> offsets,
                     std::span<std::uint32_t> slots);

}  // namespace pitchpipe::phrases
