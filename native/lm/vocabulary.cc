#include "lm/vocabulary.h"

#include <limits>
#include <stdexcept>
#include <string>

#include "util/quoted.h"

namespace pitchpipe::lm {
namespace {

std::string_view spelling(std::string_view bytes, std::span<const std::int64_t> offsets, std::size_t word) {
  std::int64_t begin = offsets[word], end = offsets[word + 1];
  if (begin < 0 || end < begin || static_cast<std::uint64_t>(end) > bytes.size()) return {};
  return bytes.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

}  // namespace

Vocabulary::Vocabulary(std::string_view bytes, std::span<const std::int64_t> offsets,
                       std::span<const std::uint32_t> slots, SlotLayout layout)
    : bytes_(bytes), offsets_(offsets), slots_(slots, layout) {
  if (offsets.size() < 2 || offsets.size() > std::numeric_limits<WordId>::max())
    throw std::invalid_argument("a vocabulary has no words or too many");
}

std::string_view Vocabulary::operator[](WordId word) const {
  return word < size() ? spelling(bytes_, offsets_, word) : std::string_view();
}

WordId Vocabulary::id(std::string_view word) const {
  const std::uint32_t* found = slots_.find(key_of(word));
  return found && *found < size() ? *found : kUnknownWord;
}

std::vector<std::uint32_t> vocabulary_slots(std::string_view bytes, std::span<const std::int64_t> offsets,
                                            SlotLayout& layout) {
  if (offsets.size() < 2 || offsets.size() > std::numeric_limits<WordId>::max())
    throw std::invalid_argument("a vocabulary has no words or too many");
  GrowingSlots slots(3, offsets.size() - 1);
  for (std::size_t word = 0; word + 1 < offsets.size(); ++word) {
    std::string_view text = spelling(bytes, offsets, word);
    std::uint32_t* number = slots.insert(key_of(text));
    if (!number) throw std::invalid_argument("the word " + util::quoted(text) + " is twice in the vocabulary");
    *number = static_cast<std::uint32_t>(word);
  }
  layout = slots.layout();
  return slots.release();
}

}  // namespace pitchpipe::lm
