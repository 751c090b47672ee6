#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "text/grouped_texts.h"
#include "util/word_table.h"

namespace pitchpipe::metrics {

// Which words share a stem; what a stem is, the caller decides. A word that is not listed has its own stem.
class Stems {
 public:
  static constexpr std::int32_t kOwn = -1;

  // Text i of `words` is a word, and numbers[i] its stem, from 0 to words.size() - 1. Views both. Throws
  // std::invalid_argument where they do not fit or a word comes twice.
  Stems(const text::GroupedTexts& words, std::span<const std::int32_t> numbers);

  std::size_t size() const { return numbers_.size(); }
  std::int32_t of(std::string_view word) const {
    std::int32_t id = words_.find(word);
    return id == util::WordTable::kUnknown ? kOwn : numbers_[static_cast<std::size_t>(id)];
  }

 private:
  util::WordTable words_;
  std::span<const std::int32_t> numbers_;
};

struct MeteorWeights {
  double alpha, beta, gamma;
};

// METEOR's statistics of every candidate against the reference of its group that scores it highest; of equals,
// the first. `rows` holds candidates.size() * 4 values, row by row: candidate length, reference length, matches,
// chunks.
void meteor_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, const Stems& stems,
                       const MeteorWeights& weights, int threads, double* rows);

}  // namespace pitchpipe::metrics
