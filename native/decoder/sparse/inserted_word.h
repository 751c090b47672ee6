#pragma once

#include <array>
#include <string>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

// Of the frequent target words, the most frequent ones (Hopkins and May 2011, table 3: 51 features with that of others).
inline constexpr std::size_t kInsertedWords = 50;

struct InsertedWordFeature {
  static constexpr std::string_view kName = "INS";
  static constexpr std::string_view kHelp =
      "target words aligned to nothing: each of the 50 most frequent ones, and <other> for all others";
  static constexpr std::array kStarts{std::string_view("INS:")};

  template <class Name>
  static void unaligned_target(const SparsePair& pair, std::size_t target, Name& name) {
    WordId word = pair.target[target];
    // A model without a list of frequent words has a feature for each word.
    const auto& known = pair.frequent.inserted;
    if (known.empty() || known.contains(std::string(pair.table.target_words()[word])))
      write(name, kStarts[0], TargetWord{word});
    else
      write(name, kStarts[0], "<other>");
  }
};

}  // namespace pitchpipe::decoder
