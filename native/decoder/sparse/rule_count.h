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
  // Eleven bins, as many as Hopkins and May (2011, table 3) have: 1, 2, 3-4, 5-8, ..., 257-512 and 513+. Counts of rules
  // are fractions, in bins up to 1/2, 1/4, ..., 1/256; all below are in the last.
  static constexpr long kLast = 512, kSmallest = 256;
  static std::string bin(float count) {
    if (count > static_cast<float>(kLast)) return std::to_string(kLast + 1) + "+";
    if (count > 0 && count <= 0.5f) {
      long part = 2;
      while (part < kSmallest && count * static_cast<float>(2 * part) <= 1) part *= 2;
      return "1/" + std::to_string(part);
    }
    long end = 1;
    while (static_cast<float>(end) < count) end *= 2;
    return end <= 2 ? std::to_string(end) : std::to_string(end / 2 + 1) + "-" + std::to_string(end);
  }
};

}  // namespace pitchpipe::decoder
