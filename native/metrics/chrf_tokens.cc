#include "metrics/chrf_tokens.h"

#include <algorithm>
#include <cstddef>

#include "text/words.h"

namespace pitchpipe::metrics {
namespace {

void append_characters(std::string_view text, std::vector<std::int32_t>& characters) {
  std::size_t at = 0;
  while (at < text.size()) {
    auto first = static_cast<unsigned char>(text[at]);
    std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::size_t end = std::min(at + length, text.size());
    std::uint32_t bytes = 0;
    for (; at < end; ++at) bytes = bytes << 8 | static_cast<unsigned char>(text[at]);
    characters.push_back(static_cast<std::int32_t>(bytes));
  }
}

bool is_punctuation(char byte) {
  return (byte >= '!' && byte <= '/') || (byte >= ':' && byte <= '@') || (byte >= '[' && byte <= '`') ||
         (byte >= '{' && byte <= '~');
}

// A punctuation mark at the end of a word, or else one at its start, is a word of its own.
void append_parts(std::string_view word, std::vector<std::string_view>& parts) {
  std::size_t cut = word.size();
  if (word.size() > 1 && is_punctuation(word.back()))
    cut = word.size() - 1;
  else if (word.size() > 1 && is_punctuation(word.front()))
    cut = 1;
  parts.push_back(word.substr(0, cut));
  if (cut < word.size()) parts.push_back(word.substr(cut));
}

}  // namespace

void ChrfTokens::split(std::string_view text, const ChrfSettings& settings) {
  split_.clear();
  text::split_words(text, split_);
  characters_.clear();
  parts_.clear();
  if (settings.whitespace) append_characters(text, characters_);
  for (std::string_view word : split_) {
    if (!settings.whitespace) append_characters(word, characters_);
    if (settings.words) append_parts(word, parts_);
  }
}

}  // namespace pitchpipe::metrics
