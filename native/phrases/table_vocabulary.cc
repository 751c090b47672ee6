#include "phrases/table_vocabulary.h"

#include <stdexcept>

#include "phrases/hash_slots.h"

namespace pitchpipe::phrases {

namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

TableVocabulary::TableVocabulary(std::span<const std::uint8_t> bytes, std::span<const std::int64_t> offsets,
                                 std::span<const std::uint32_t> slots)
    : bytes_(bytes), offsets_(offsets), slots_(slots) {
  if (offsets.empty()) throw std::invalid_argument("a vocabulary has no offsets");
  check_slots(slots, "words");
}

std::string_view TableVocabulary::operator[](std::size_t word) const {
  if (word >= size()) return {};
  auto begin = static_cast<std::uint64_t>(offsets_[word]), end = static_cast<std::uint64_t>(offsets_[word + 1]);
  if (begin > end || end > bytes_.size()) return {};
  return {reinterpret_cast<const char*>(bytes_.data()) + begin, static_cast<std::size_t>(end - begin)};
}

std::optional<WordId> TableVocabulary::find(std::string_view word) const {
  auto found = find_slot(slots_, hash_bytes(bytes_of(word)),
                         [&](std::size_t number) { return number < size() && (*this)[number] == word; });
  if (!found) return {};
  return static_cast<WordId>(*found);
}

void fill_word_slots(std::span<const std::uint8_t> bytes, std::span<const std::int64_t> offsets,
                     std::span<std::uint32_t> slots) {
  TableVocabulary words(bytes, offsets, slots);
  check_room(slots, words.size(), "words");
  for (std::size_t word = 0; word < words.size(); ++word)
    take_slot(slots, hash_bytes(bytes_of(words[word])), word);
}

}  // namespace pitchpipe::phrases
