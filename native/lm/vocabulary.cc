#include "lm/vocabulary.h"

#include <algorithm>
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
    : bytes_(bytes), offsets_(offsets), slots_(slots), layout_(layout) {
  if (offsets.size() < 2 || offsets.size() > std::numeric_limits<WordId>::max())
    throw std::invalid_argument("a vocabulary has no words or too many");
  layout.check(slots.size(), 1);
}

std::string_view Vocabulary::operator[](WordId word) const {
  return word < size() ? spelling(bytes_, offsets_, word) : std::string_view();
}

WordId Vocabulary::id(std::string_view word) const {
  std::size_t at = home_of(hash_of(word), layout_.homes);
  for (std::size_t probe = 0; probe < layout_.probes; ++probe, ++at) {
    if (slots_[at] == 0) return kUnknownWord;
    WordId found = slots_[at] - 1;
    if ((*this)[found] == word) return found < size() ? found : kUnknownWord;
  }
  return kUnknownWord;
}

std::vector<std::uint32_t> vocabulary_slots(std::string_view bytes, std::span<const std::int64_t> offsets,
                                            SlotLayout& layout) {
  if (offsets.size() < 2 || offsets.size() > std::numeric_limits<WordId>::max())
    throw std::invalid_argument("a vocabulary has no words or too many");
  layout = {2 * offsets.size(), 1};
  std::vector<std::uint32_t> slots(layout.homes);
  for (std::size_t word = 0; word + 1 < offsets.size(); ++word) {
    std::string_view text = spelling(bytes, offsets, word);
    std::size_t home = home_of(hash_of(text), layout.homes), at = home;
    for (; at < slots.size() && slots[at] != 0; ++at)
      if (spelling(bytes, offsets, slots[at] - 1) == text)
        throw std::invalid_argument("the word " + quoted(text) + " is twice in the vocabulary");
    if (at == slots.size()) slots.push_back(0);
    slots[at] = static_cast<std::uint32_t>(word + 1);
    layout.probes = std::max(layout.probes, at - home + 1);
  }
  slots.resize(layout.homes + layout.probes - 1);
  return slots;
}

}  // namespace pitchpipe::lm
