#pragma once

#include <array>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct PhrasePairFeature {
  static constexpr std::string_view kName = "PT", kHelp = "each phrase pair";
  static constexpr std::array kStarts{std::string_view("PT:")};

  template <class Name>
  static void whole(const SparsePair& pair, Name& name) {
    write(name, kStarts[0], words_of(pair));
  }
};

}  // namespace pitchpipe::decoder
