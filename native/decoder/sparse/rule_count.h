#pragma once

#include <array>
#include <string>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct RuleCountFeature {
  static constexpr std::string_view kName = "RC", kHelp = "how often the phrase pair was seen, in bins";
  static constexpr std::array kStarts{std::string_view("RC:")};

  template <class Name>
  static void whole(const SparsePair& pair, Name& name) {
    write(name, kStarts[0], bin(pair.entry.joint_count));
  }

 private:
  // Eleven bins, as many as Hopkins and May (2011, table 3) have: 1, 2, 3-4, 5-8, ..., 257-512 and 513+.
  static constexpr long kLast = 512;
  static std::string bin(float count) {
    if (count > static_cast<float>(kLast)) return std::to_string(kLast + 1) + "+";
    long end = 1;
    while (static_cast<float>(end) < count) end *= 2;
    return end <= 2 ? std::to_string(end) : std::to_string(end / 2 + 1) + "-" + std::to_string(end);
  }
};

}  // namespace pitchpipe::decoder
