#include "phrases/phrase_set.h"

#include <algorithm>
#include <stdexcept>

#include "util/hash.h"

namespace pitchpipe::phrases {

PhraseSet::PhraseSet(std::span<const std::int32_t> ids, std::span<const std::int64_t> offsets, std::size_t longest)
    : words_(ids.begin(), ids.end()) {
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

void PhraseSet::insert(std::size_t begin, std::size_t size) {
  std::span<const WordId> words = std::span(words_).subspan(begin, size);
  std::uint32_t number = numbers_.insert(
      util::hash_words(words), [&](std::uint32_t known) { return std::ranges::equal(phrase(known), words); },
      [&](std::uint32_t known) { return util::hash_words(phrase(known)); });
  if (number == places_.size()) places_.push_back({begin, static_cast<std::uint32_t>(size)});
}

bool PhraseSet::contains(std::span<const WordId> wanted) const {
  return numbers_.find(util::hash_words(wanted), [&](std::uint32_t known) {
    return std::ranges::equal(phrase(known), wanted);
  }) != util::Numbering::kNone;
}

}  // namespace pitchpipe::phrases
