#pragma once

#include <array>
#include <string>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct WordClassFeature {
  static constexpr std::string_view kName = "WP";
  static constexpr std::string_view kHelp =
      "aligned pairs of the 80 most frequent words; others are <other>, unaligned ones <none>";
  static constexpr std::array kStarts{std::string_view("WP:")};

  template <class Name>
  static void link(const SparsePair& pair, std::size_t source, std::size_t target, Name& name) {
    name.start(kStarts[0]);
    add_source(pair, source, name);
    name.add("~");
    add_target(pair, target, name);
    name.finish();
  }

  template <class Name>
  static void unaligned_source(const SparsePair& pair, std::size_t source, Name& name) {
    name.start(kStarts[0]);
    add_source(pair, source, name);
    name.add("~");
    name.add(kNoWord);
    name.finish();
  }

  template <class Name>
  static void unaligned_target(const SparsePair& pair, std::size_t target, Name& name) {
    name.start(kStarts[0]);
    name.add(kNoWord);
    name.add("~");
    add_target(pair, target, name);
    name.finish();
  }

 private:
  static constexpr std::string_view kOther = "<other>";

  template <class Name>
  static void add_source(const SparsePair& pair, std::size_t place, Name& name) {
    WordId word = pair.source[place];
    if (pair.frequent.source.contains(std::string(pair.table.source_words()[word])))
      name.add_source(word);
    else
      name.add(kOther);
  }

  template <class Name>
  static void add_target(const SparsePair& pair, std::size_t place, Name& name) {
    WordId word = pair.target[place];
    if (pair.frequent.target.contains(std::string(pair.table.target_words()[word])))
      name.add_target(word);
    else
      name.add(kOther);
  }
};

}  // namespace pitchpipe::decoder
