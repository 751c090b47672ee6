#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/phrase_table.h"
#include "util/hash_table.h"

namespace pitchpipe::phrases {

// All phrases of some sentences, up to a length.
class PhraseSet {
 public:
  // Line i has the ids offsets[i] to offsets[i + 1] - 1, -1 for a word that is in no phrase. Throws
  // std::invalid_argument if the offsets do not fit.
  PhraseSet(std::span<const std::int32_t> ids, std::span<const std::int64_t> offsets, std::size_t longest);

  bool contains(std::span<const WordId> phrase) const;

 private:
  struct Place {
    std::uint64_t begin;
    std::uint32_t size;
  };

  void insert(std::size_t begin, std::size_t size);
  std::span<const WordId> phrase(std::uint32_t number) const {
    return std::span(words_).subspan(places_[number].begin, places_[number].size);
  }

  std::vector<WordId> words_;
  std::vector<Place> places_;
  util::Numbering numbers_;
};

}  // namespace pitchpipe::phrases
