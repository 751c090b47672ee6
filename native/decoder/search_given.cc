// Search for translations that begin with given words, or that are given as a whole.

#include "decoder/search.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace pitchpipe::decoder {

void Search::add_continuing() {
  continuing_.clear();
  if (!request_.prefix) return;
  const Prefix& prefix = *request_.prefix;
  if (prefix.words.size() > kLongestPrefix) throw std::invalid_argument("a prefix has more than 1000 words");
  auto longest = static_cast<std::uint32_t>(options_.longest());
  continuing_.resize(prefix.words.size() * size_ * longest);
  for (std::uint32_t place = 0; place < prefix.words.size(); ++place)
    for (std::uint32_t begin = 0; begin < size_; ++begin)
      for (std::uint32_t end = begin + 1; end <= std::min(size_, begin + longest); ++end)
        if (auto found = collector_.continuing(prefix, place, options_, begin, end)) {
          Continuing& one = continuing_[(place * size_ + begin) * longest + (end - begin - 1)];
          one.phrase = found.get();
          one.first = options_.add(std::move(found), begin, end);
        }
}

bool Search::fits_reference(std::size_t place, const SentenceOptions::Reference& reference) const {
  const std::vector<std::string>& words = *request_.reference;
  if (place + reference.option().length > words.size()) return false;
  bool fits = true;
  for_each_word(model_, reference, [&](std::string_view word) { fits = fits && word == words[place++]; });
  return fits;
}

bool Search::in_reference(const SentenceOptions::Reference& reference) const {
  bool found = false;
  for (std::size_t place = 0; place <= request_.reference->size() && !found; ++place)
    found = fits_reference(place, reference);
  std::uint32_t owes = reference.option().owes;
  if (!found || owes == kNoOption) return found;
  const PhraseOptions* later = reference.phrase->later ? reference.phrase->later.get() : reference.phrase;
  return in_reference({later, owes, reference.begin, reference.end});
}

}  // namespace pitchpipe::decoder
