#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "phrases/sentence_phrases.h"

namespace pitchpipe::phrases {

// Sentence pairs and their word alignments; a view that owns nothing.
struct AlignedCorpus {
  static constexpr std::size_t kLongestLine = 4096;

  // Line i has the words ids[offsets[i]] to ids[offsets[i + 1] - 1], numbers below `vocabulary`.
  struct Side {
    std::span<const std::int32_t> ids;
    std::span<const std::int64_t> offsets;
    std::size_t vocabulary;

    std::span<const std::int32_t> operator[](std::size_t line) const {
      auto begin = static_cast<std::size_t>(offsets[line]);
      return ids.subspan(begin, static_cast<std::size_t>(offsets[line + 1]) - begin);
    }
  };

  Side source, target;
  std::span<const WordLink> links;
  std::span<const std::int64_t> link_offsets;

  std::size_t size() const { return source.offsets.size() - 1; }
  std::span<const WordLink> links_of(std::size_t line) const {
    auto begin = static_cast<std::size_t>(link_offsets[line]);
    return links.subspan(begin, static_cast<std::size_t>(link_offsets[line + 1]) - begin);
  }

  // Throws std::invalid_argument unless all of this holds, no line is longer than kLongestLine and links lie within
  // their lines; "LINE: found ..., expected ..." for a link that does not.
  void check() const;
};

}  // namespace pitchpipe::phrases
