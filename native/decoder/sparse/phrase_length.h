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
    const std::string lengths[] = {source, target, source + "," + target};
    for (std::size_t i = 0; i < kStarts.size(); ++i) {
      name.start(kStarts[i]);
      name.add(lengths[i]);
      name.finish();
    }
  }
};

}  // namespace pitchpipe::decoder
