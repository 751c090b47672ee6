#include "metrics/lexicon.h"

#include <stdexcept>
#include <string>

#include "text/words.h"

namespace pitchpipe::metrics {

Lexicon::Lexicon(const text::GroupedTexts& words, std::span<const std::int32_t> stems,
                 std::span<const std::int64_t> starts, std::span<const std::int32_t> synsets,
                 std::span<const std::uint8_t> marks)
    : stems_(stems), starts_(starts), synsets_(synsets), marks_(marks) {
  if (stems.size() != words.size() || starts.size() != words.size() + 1 || marks.size() != words.size())
    throw std::invalid_argument(std::to_string(words.size()) + " words, but not as many stems, synonyms and marks");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (static_cast<std::size_t>(words_.intern(words[i])) != i)
      throw std::invalid_argument("the word " + std::string(words[i]) + " comes twice");
    if (starts[i] > starts[i + 1]) throw std::invalid_argument("the sets of synonyms do not follow each other");
  }
  if (starts.front() != 0 || static_cast<std::size_t>(starts.back()) != synsets.size())
    throw std::invalid_argument("the sets of synonyms do not end where they must");
}

void Lexicon::read(std::string_view text, std::vector<std::int32_t>& ids) const {
  static thread_local std::vector<std::string_view> split;
  split.clear();
  text::split_words(text, split);
  ids.clear();
  for (std::string_view word : split) {
    std::int32_t id = words_.find(word);
    if (id == util::WordTable::kUnknown)
      throw std::invalid_argument("the word " + std::string(word) + " is not in the lexicon");
    ids.push_back(id);
  }
}

std::span<const std::int32_t> Lexicon::synsets_of(std::int32_t id) const {
  auto i = static_cast<std::size_t>(id);
  return synsets_.subspan(static_cast<std::size_t>(starts_[i]), static_cast<std::size_t>(starts_[i + 1] - starts_[i]));
}

bool Lexicon::are_synonyms(std::int32_t one, std::int32_t other) const {
  std::span<const std::int32_t> a = synsets_of(one), b = synsets_of(other);
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) return true;
    if (a[i] < b[j])
      ++i;
    else
      ++j;
  }
  return false;
}

}  // namespace pitchpipe::metrics
