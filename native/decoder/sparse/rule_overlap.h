#pragma once

#include <array>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct RuleOverlapFeature {
  static constexpr std::string_view kName = "RO";
  static constexpr std::string_view kHelp =
      "rule overlap: the label of a rule from trees, at which it meets the rule around it (Chiang et al. 2009)";
  static constexpr std::array kStarts{std::string_view("RO:")};

  template <class Name>
  static void whole(const SparsePair& pair, Name& name) {
    if (!pair.target.empty() && pair.target_kind(pair.target.size() - 1) == kLabel)
      write(name, kStarts[0], TargetWord{pair.target.back()});
  }
};

}  // namespace pitchpipe::decoder
