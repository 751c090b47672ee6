#include "phrases/aligned_corpus.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace pitchpipe::phrases {

namespace {

void check_offsets(std::span<const std::int64_t> offsets, std::size_t lines, std::size_t end) {
  if (offsets.size() != lines + 1 || offsets.front() != 0 || !std::is_sorted(offsets.begin(), offsets.end()) ||
      static_cast<std::size_t>(offsets.back()) != end)
    throw std::invalid_argument("the offsets of the lines do not fit");
}

void check_side(const AlignedCorpus::Side& side, std::size_t lines) {
  check_offsets(side.offsets, lines, side.ids.size());
  for (std::size_t i = 0; i < lines; ++i)
    if (side[i].size() > AlignedCorpus::kLongestLine)
      throw std::invalid_argument(std::to_string(i + 1) + ": found a line of " + std::to_string(side[i].size()) +
                                  " tokens, expected at most " + std::to_string(AlignedCorpus::kLongestLine));
  for (std::int32_t id : side.ids)
    if (id < 0 || static_cast<std::size_t>(id) >= side.vocabulary)
      throw std::invalid_argument("a word is not in the vocabulary");
}

}  // namespace

void AlignedCorpus::check() const {
  if (source.offsets.empty()) throw std::invalid_argument("the offsets of the lines do not fit");
  check_side(source, size());
  check_side(target, size());
  check_offsets(link_offsets, size(), links.size());
  for (std::size_t i = 0; i < size(); ++i) {
    std::size_t rows = source[i].size(), columns = target[i].size();
    for (WordLink link : links_of(i)) {
      if (link.source >= 0 && static_cast<std::size_t>(link.source) < rows && link.target >= 0 &&
          static_cast<std::size_t>(link.target) < columns)
        continue;
      throw std::invalid_argument(std::to_string(i + 1) + ": found the alignment point " +
                                  std::to_string(link.source) + "-" + std::to_string(link.target) +
                                  ", expected positions within lines of " + std::to_string(rows) + " and " +
                                  std::to_string(columns) + " tokens");
    }
  }
}

}  // namespace pitchpipe::phrases
