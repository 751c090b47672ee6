#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct GapCountFeature {
  static constexpr std::string_view kName = "gaps", kHelp = "how many gaps a rule has";
  static constexpr std::array kStarts{std::string_view("gaps=")};

  template <class Name>
  static void whole(const SparsePair& pair, Name& name) {
    if (!pair.is_rule()) return;
    std::size_t gaps = 0;
    for (std::size_t i = 0; i < pair.source.size(); ++i) gaps += pair.source_kind(i) != kWord;
    write(name, kStarts[0], std::to_string(gaps));
  }
};

}  // namespace pitchpipe::decoder
