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

// What a symbol of a rule is: a word, a gap (its number, from 1 on), or a label, which stands at the end of target sides.
enum SymbolKind : std::uint8_t { kWord = 0, kLabel = 255 };

// The phrase pair, or rule, that sparse features are made of.
struct SparsePair {
  const phrases::PhraseTable& table;
  std::span<const WordId> source, target;
  const phrases::PhraseTable::Entry& entry;
  const FrequentWords& frequent;
  std::span<const std::uint8_t> source_kinds = {}, target_kinds = {};  // of a rule's symbols; phrases have words only

  bool is_rule() const { return !source_kinds.empty(); }
  std::uint8_t source_kind(std::size_t i) const { return source_kinds.empty() ? std::uint8_t{kWord} : source_kinds[i]; }
  std::uint8_t target_kind(std::size_t i) const { return target_kinds.empty() ? std::uint8_t{kWord} : target_kinds[i]; }
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
