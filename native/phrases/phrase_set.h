#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/phrase_table.h"

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
    std::uint64_t begin = 0;
    std::uint32_t size = 0;  // 0 where free
  };

  std::size_t slot(const WordId* words, std::size_t size) const;
  void insert(std::size_t begin, std::size_t size);

  std::vector<WordId> words_;
  std::vector<Place> slots_;
  std::size_t used_ = 0;
};

}  // namespace pitchpipe::phrases
