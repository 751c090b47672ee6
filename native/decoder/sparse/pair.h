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
  std::unordered_set<std::string> source, target, inserted;
};

// The phrase pair that sparse features are made of.
struct SparsePair {
  const phrases::PhraseTable& table;
  std::span<const WordId> source, target;
  const phrases::PhraseTable::Entry& entry;
  const FrequentWords& frequent;
};

struct SourceWord {
  WordId id;
};
struct TargetWord {
  WordId id;
};
inline constexpr std::string_view kNoWord = "<none>";

// Puts a name together from texts, words, and functions that add to it.
template <class Name, class... Parts>
void write(Name& name, const Parts&... parts) {
  auto add = [&](const auto& part) {
    if constexpr (requires { part(name); })
      part(name);
    else
      name.add(part);
  };
  name.clear();
  (add(parts), ...);
  name.finish();
}

// All words of the pair.
inline auto words_of(const SparsePair& pair) {
  return [&pair](auto& name) {
    for (std::size_t i = 0; i < pair.source.size(); ++i) {
      if (i) name.add("_");
      name.add(SourceWord{pair.source[i]});
    }
    name.add("~");
    for (std::size_t i = 0; i < pair.target.size(); ++i) {
      if (i) name.add("_");
      name.add(TargetWord{pair.target[i]});
    }
  };
}

}  // namespace pitchpipe::decoder
