#include "metrics/symbols.h"

#include "text/words.h"

namespace pitchpipe::metrics {
namespace {

// Appends the characters of `word`, each with the continuation bytes that follow its first byte.
void split_characters(std::string_view word, std::vector<std::string_view>& characters) {
  for (std::size_t at = 0; at < word.size();) {
    std::size_t begin = at++;
    while (at < word.size() && (static_cast<unsigned char>(word[at]) & 0xC0) == 0x80) ++at;
    characters.push_back(word.substr(begin, at - begin));
  }
}

}  // namespace

void SymbolReader::set_references(const text::GroupedTexts& references, std::size_t group, Unit unit) {
  unit_ = unit;
  table_.clear();
  references_.clear();
  ends_.clear();
  for (std::size_t i = references.group_begin(group); i < references.group_end(group); ++i) {
    split(references[i]);
    for (std::string_view symbol : units_) references_.push_back(table_.intern(symbol));
    ends_.push_back(references_.size());
  }
}

Symbols SymbolReader::reference(std::size_t k) const {
  std::size_t begin = k ? ends_[k - 1] : 0;
  return Symbols(references_).subspan(begin, ends_[k] - begin);
}

Symbols SymbolReader::candidate(std::string_view text) {
  split(text);
  candidate_.clear();
  for (std::string_view symbol : units_) candidate_.push_back(table_.find(symbol));
  return candidate_;
}

void SymbolReader::split(std::string_view text) {
  units_.clear();
  if (unit_ == Unit::kWords) return text::split_words(text, units_);
  words_.clear();
  text::split_words(text, words_);
  for (std::string_view word : words_) {
    if (unit_ == Unit::kSpacedCharacters && !units_.empty()) units_.emplace_back(" ");
    split_characters(word, units_);
  }
}

}  // namespace pitchpipe::metrics
