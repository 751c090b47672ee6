#include "phrases/phrase_set.h"

#include <algorithm>
#include <stdexcept>

#include "phrases/hash_slots.h"

namespace pitchpipe::phrases {

PhraseSet::PhraseSet(std::span<const std::int32_t> ids, std::span<const std::int64_t> offsets, std::size_t longest)
    : words_(ids.begin(), ids.end()), slots_(1024) {
  if (offsets.empty() || offsets.front() != 0 || static_cast<std::size_t>(offsets.back()) != ids.size() ||
      !std::is_sorted(offsets.begin(), offsets.end()))
    throw std::invalid_argument("the offsets of the lines do not fit their words");
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line) {
    auto begin = static_cast<std::size_t>(offsets[line]), end = static_cast<std::size_t>(offsets[line + 1]);
    for (std::size_t first = begin; first < end; ++first)
      for (std::size_t size = 1; size <= longest && first + size <= end && ids[first + size - 1] >= 0; ++size)
        insert(first, size);
  }
}

std::size_t PhraseSet::slot(const WordId* words, std::size_t size) const {
  std::size_t mask = slots_.size() - 1;
  std::size_t at = hash_words({words, size}) & mask;
  while (slots_[at].size > 0 &&
         !(slots_[at].size == size && std::equal(words, words + size, words_.data() + slots_[at].begin)))
    at = (at + 1) & mask;
  return at;
}

void PhraseSet::insert(std::size_t begin, std::size_t size) {
  std::size_t at = slot(words_.data() + begin, size);
  if (slots_[at].size > 0) return;
  slots_[at] = {begin, static_cast<std::uint32_t>(size)};
  if (++used_ * 2 <= slots_.size()) return;
  std::vector<Place> old(slots_.size() * 4);
  old.swap(slots_);
  for (Place place : old)
    if (place.size > 0) slots_[slot(words_.data() + place.begin, place.size)] = place;
}

bool PhraseSet::contains(std::span<const WordId> phrase) const {
  return !phrase.empty() && slots_[slot(phrase.data(), phrase.size())].size > 0;
}

}  // namespace pitchpipe::phrases
