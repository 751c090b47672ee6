#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "phrases/sentence_gaps.h"

namespace pitchpipe::decoder {

using phrases::kMostGaps;

// The source words of a phrase: one span, or several with words of other phrases between them.
struct SourcePieces {
  struct Span {
    std::uint32_t begin, end;
    bool operator==(const Span&) const = default;
    auto operator<=>(const Span&) const = default;
  };
  std::array<Span, kMostGaps + 1> all{};
  std::uint32_t count = 0;

  auto operator<=>(const SourcePieces&) const = default;
  const Span* begin() const { return all.data(); }
  const Span* end() const { return all.data() + count; }
  const Span& first() const { return all[0]; }
  const Span& last() const { return all[count - 1]; }
  std::uint32_t words() const {
    std::uint32_t words = 0;
    for (const Span& piece : *this) words += piece.end - piece.begin;
    return words;
  }
  std::uint32_t skipped() const { return last().end - first().begin - words(); }  // words in the gaps
  // The place in the sentence of a symbol of the phrase, where each gap is one.
  std::uint32_t place(std::uint32_t symbol) const {
    for (const Span& piece : *this) {
      if (symbol < piece.end - piece.begin) return piece.begin + symbol;
      symbol -= piece.end - piece.begin;
      if (symbol == 0) return piece.end;  // a gap, which nothing is aligned to
      --symbol;
    }
    return last().end - 1;
  }
};

}  // namespace pitchpipe::decoder
