#pragma once

#include <array>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct InsertedWordFeature {
  static constexpr std::string_view kName = "INS", kHelp = "target words aligned to nothing";
  static constexpr std::array kStarts{std::string_view("INS:")};

  template <class Name>
  static void unaligned_target(const SparsePair& pair, std::size_t target, Name& name) {
    write(name, kStarts[0], TargetWord{pair.target[target]});
  }
};

}  // namespace pitchpipe::decoder
