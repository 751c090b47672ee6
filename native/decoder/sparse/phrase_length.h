#pragma once

#include <array>
#include <string>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct PhraseLengthFeature {
  static constexpr std::string_view kName = "length";
  static constexpr std::string_view kHelp = "words of the source phrase, of the target phrase, and of both";
  static constexpr std::array<std::string_view, 3> kStarts{"src=", "tgt=", "src/tgt="};

  template <class Name>
  static void whole(const SparsePair& pair, Name& name) {
    std::size_t source_words = 0, target_words = 0;
    for (std::size_t i = 0; i < pair.source.size(); ++i) source_words += pair.source_kind(i) == kWord;
    for (std::size_t i = 0; i < pair.target.size(); ++i) target_words += pair.target_kind(i) == kWord;
    std::string source = std::to_string(source_words), target = std::to_string(target_words);
    write(name, kStarts[0], source);
    write(name, kStarts[1], target);
    write(name, kStarts[2], source, ",", target);
  }
};

}  // namespace pitchpipe::decoder
