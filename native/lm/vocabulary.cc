#include "lm/vocabulary.h"

#include <limits>
#include <stdexcept>
#include <string>

#include "util/quoted.h"

namespace pitchpipe::lm {
namespace {

void check_count(std::span<const std::int64_t> offsets) {
  if (offsets.size() < 2 || offsets.size() > std::numeric_limits<WordId>::max())
    throw std::invalid_argument("a vocabulary has no words or too many");
}

}  // namespace

Vocabulary::Vocabulary(std::string_view bytes, std::span<const std::int64_t> offsets,
                       std::span<const std::uint32_t> slots, SlotLayout layout)
    : PackedWords(bytes, offsets), slots_(slots, layout) {
  check_count(offsets);
}

WordId Vocabulary::id(std::string_view word) const {
  const std::uint32_t* found = slots_.find(key_of(word));
  return found && *found < size() ? *found : kUnknownWord;
}

SlotMemory vocabulary_slots(std::string_view bytes, std::span<const std::int64_t> offsets, SlotLayout& layout) {
  check_count(offsets);
  util::PackedWords words(bytes, offsets);
  GrowingSlots slots(3, words.size());
  for (std::size_t word = 0; word < words.size(); ++word) {
    std::uint32_t* number = slots.insert(key_of(words[word]));
    if (!number)
      throw std::invalid_argument("the word " + util::quoted(words[word]) + " is twice in the vocabulary");
    *number = static_cast<std::uint32_t>(word);
  }
  layout = slots.layout();
  return slots.release();
}

}  // namespace pitchpipe::lm
