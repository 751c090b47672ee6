#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "phrases/aligned_corpus.h"

namespace pitchpipe::grammar {

// A constituent over the target words [begin, end). The nodes of a tree come before those below them, from left to right;
// the ones below node i are i + 1 to after - 1. A part of speech has none.
struct TreeNode {
  std::int32_t label, begin, end, after;
};

// Trees over the target side of a corpus, a view that owns nothing. A line without nodes has no tree.
struct Trees {
  std::span<const TreeNode> nodes;
  std::span<const std::int64_t> offsets;
  std::size_t labels;

  std::span<const TreeNode> operator[](std::size_t line) const {
    auto begin = static_cast<std::size_t>(offsets[line]);
    return nodes.subspan(begin, static_cast<std::size_t>(offsets[line + 1]) - begin);
  }

  // Throws std::invalid_argument unless all of this holds for a corpus that fits, and each tree covers its line.
  void check(const phrases::AlignedCorpus& corpus) const;
};

}  // namespace pitchpipe::grammar
