#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "phrases/phrase_table.h"

namespace pitchpipe::decoder {

using util::WordId;

// The words that some templates tell from others.
struct FrequentWords {
  std::unordered_set<std::string> source, target;
};

// The phrase pair that sparse features are made of.
struct SparsePair {
  const phrases::PhraseTable& table;
  std::span<const WordId> source, target;
  const phrases::PhraseTable::Entry& entry;
  const FrequentWords& frequent;
};

inline constexpr std::string_view kNoWord = "<none>";

template <class Name>
void add_words(const SparsePair& pair, Name& name) {
  for (std::size_t i = 0; i < pair.source.size(); ++i) {
    if (i) name.add("_");
    name.add_source(pair.source[i]);
  }
  name.add("~");
  for (std::size_t i = 0; i < pair.target.size(); ++i) {
    if (i) name.add("_");
    name.add_target(pair.target[i]);
  }
}

}  // namespace pitchpipe::decoder
