#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct RuleShapeFeature {
  static constexpr std::string_view kName = "SH";
  static constexpr std::string_view kHelp =
      "the shape of a rule: its gaps by their numbers, and w for the words between, as in SH:1w2~2w1";
  static constexpr std::array kStarts{std::string_view("SH:")};

  template <class Name>
  static void whole(const SparsePair& pair, Name& name) {
    if (!pair.is_rule()) return;
    std::string source = shape(pair.source.size(), [&](std::size_t i) { return pair.source_kind(i); });
    std::string target = shape(pair.target.size(), [&](std::size_t i) { return pair.target_kind(i); });
    write(name, kStarts[0], source, "~", target);
  }

 private:
  template <class KindOf>
  static std::string shape(std::size_t size, KindOf kind_of) {
    std::string text;
    for (std::size_t i = 0; i < size && kind_of(i) != kLabel; ++i) {
      if (kind_of(i) != kWord)
        text += std::to_string(kind_of(i));
      else if (text.empty() || text.back() != 'w')
        text += 'w';
    }
    return text;
  }
};

}  // namespace pitchpipe::decoder
