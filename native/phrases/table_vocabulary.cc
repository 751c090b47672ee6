#include "phrases/table_vocabulary.h"

#include "util/hash.h"

namespace pitchpipe::phrases {

TableVocabulary::TableVocabulary(std::span<const std::uint8_t> bytes, std::span<const std::int64_t> offsets,
                                 std::span<const std::uint32_t> slots)
    : PackedWords({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, offsets), slots_(slots) {
  check_slots(slots, "words");
}

std::optional<WordId> TableVocabulary::find(std::string_view word) const {
  return number_in(slots_, util::hash_bytes(word),
                   [&](std::uint32_t number) { return number < size() && (*this)[number] == word; });
}

void fill_word_slots(std::span<const std::uint8_t> bytes, std::span<const std::int64_t> offsets,
                     std::span<std::uint32_t> slots) {
  TableVocabulary words(bytes, offsets, slots);
  check_room(slots, words.size(), "words");
  for (std::uint32_t word = 0; word < words.size(); ++word)
    slots[util::find_number(slots, util::hash_bytes(words[word]), [](std::uint32_t) { return false; })] = word + 1;
}

}  // namespace pitchpipe::phrases
