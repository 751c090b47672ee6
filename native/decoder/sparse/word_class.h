#pragma once

#include <array>
#include <string>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct WordClassFeature {
 private:
  template <class Word>
  static auto class_of(const std::unordered_set<std::string>& frequent, std::string_view spelling, Word word) {
    return [is_frequent = frequent.contains(std::string(spelling)), word](auto& name) {
      if (is_frequent)
        name.add(word);
      else
        name.add("<other>");
    };
  }
  static auto source_class(const SparsePair& pair, std::size_t place) {
    WordId word = pair.source[place];
    return class_of(pair.frequent.source, pair.table.source_words()[word], SourceWord{word});
  }
  static auto target_class(const SparsePair& pair, std::size_t place) {
    WordId word = pair.target[place];
    return class_of(pair.frequent.target, pair.table.target_words()[word], TargetWord{word});
  }

 public:
  static constexpr std::string_view kName = "WP";
  static constexpr std::string_view kHelp =
      "aligned pairs of the 80 most frequent words; others are <other>, unaligned ones <none>";
  static constexpr std::array kStarts{std::string_view("WP:")};

  template <class Name>
  static void link(const SparsePair& pair, std::size_t source, std::size_t target, Name& name) {
    write(name, kStarts[0], source_class(pair, source), "~", target_class(pair, target));
  }

  template <class Name>
  static void unaligned_source(const SparsePair& pair, std::size_t source, Name& name) {
    write(name, kStarts[0], source_class(pair, source), "~", kNoWord);
  }

  template <class Name>
  static void unaligned_target(const SparsePair& pair, std::size_t target, Name& name) {
    write(name, kStarts[0], kNoWord, "~", target_class(pair, target));
  }
};

}  // namespace pitchpipe::decoder
