#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "util/word_table.h"

namespace pitchpipe::text {

// The tokens of a text as numbers: line i has the ids offsets[i] to offsets[i + 1] - 1.
struct TokenIds {
  std::vector<std::int32_t> ids;
  std::vector<std::int64_t> offsets{0};

  // Adds the lines of `text`, which end with \n (the last one may do without), and their unknown words to `words`,
  // which may then point into `text`; or, if `known_only`, gives unknown words the id -1. Words are a util::WordTable
  // or a util::WordStore.
  //
  // Throws std::invalid_argument, "LINE: found ..., expected ...", for what is not UTF-8; `first_line` is the number
  // of the first line.
  template <class Words>
  void add(std::string_view text, Words& words, bool known_only, std::size_t first_line = 1);
};

}  // namespace pitchpipe::text
