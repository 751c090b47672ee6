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
    name.start(kStarts[0]);
    name.add_source(pair.source[source]);
    name.add("~");
    name.add_target(pair.target[target]);
    name.finish();
  }

  template <class Name>
  static void unaligned_source(const SparsePair& pair, std::size_t source, Name& name) {
    name.start(kStarts[0]);
    name.add_source(pair.source[source]);
    name.add("~");
    name.add(kNoWord);
    name.finish();
  }
};

}  // namespace pitchpipe::decoder
