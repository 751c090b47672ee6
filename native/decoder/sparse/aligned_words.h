#pragma once

#include <array>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct AlignedWordsFeature {
  static constexpr std::string_view kName = "AL";
  static constexpr std::string_view kHelp = "word pairs aligned within a phrase, and source words aligned to nothing";
  static constexpr std::array kStarts{std::string_view("AL:")};

  template <class Name>
  static void link(const SparsePair& pair, std::size_t source, std::size_t target, Name& name) {
    write(name, kStarts[0], SourceWord{pair.source[source]}, "~", TargetWord{pair.target[target]});
  }

  template <class Name>
  static void unaligned_source(const SparsePair& pair, std::size_t source, Name& name) {
    write(name, kStarts[0], SourceWord{pair.source[source]}, "~", kNoWord);
  }
};

}  // namespace pitchpipe::decoder
