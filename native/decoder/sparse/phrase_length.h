#pragma once

#include <array>
#include <string>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct PhraseLengthFeature {
  static constexpr std::string_view kName = "length";
  static constexpr std::string_view kHelp = "lengths of the source phrase, the target phrase, and both";
  static constexpr std::array<std::string_view, 3> kStarts{"src=", "tgt=", "src/tgt="};

  template <class Name>
  static void whole(const SparsePair& pair, Name& name) {
    std::string source = std::to_string(pair.source.size()), target = std::to_string(pair.target.size());
    write(name, kStarts[0], source);
    write(name, kStarts[1], target);
    write(name, kStarts[2], source, ",", target);
  }
};

}  // namespace pitchpipe::decoder
