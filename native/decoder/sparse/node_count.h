#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct NodeCountFeature {
  static constexpr std::string_view kName = "NC";
  static constexpr std::string_view kHelp =
      "node count: the label of each constituent of a rule from trees, those within it if the grammar has them (ghkm(inner=true); "
      "Chiang et al. 2009)";
  static constexpr std::array kStarts{std::string_view("NC:")};

  template <class Name>
  static void whole(const SparsePair& pair, Name& name) {
    for (std::size_t i = 0; i < pair.target.size(); ++i)
      if (pair.target_kind(i) == kLabel) write(name, kStarts[0], TargetWord{pair.target[i]});
  }
};

}  // namespace pitchpipe::decoder
