#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pitchpipe::text {

// Length in bytes of the white space at the start of `text`, 0 if it starts with none. White space is what
// Python's str.split() splits at, so that our words are sacreBLEU's words.
inline std::size_t leading_space(const char* text, const char* end) {
  auto byte = static_cast<unsigned char>(*text);
  if (byte <= 0x20) return byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) || byte >= 0x1C;
  if (byte == 0xC2 && end - text >= 2) {
    auto second = static_cast<unsigned char>(text[1]);
    return second == 0x85 || second == 0xA0 ? 2 : 0;
  }
  if (byte < 0xE1 || byte > 0xE3 || end - text < 3) return 0;
  auto point = static_cast<std::uint32_t>((byte & 0x0F) << 12 | (text[1] & 0x3F) << 6 | (text[2] & 0x3F));
  bool space = point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 ||
               point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
  return space ? 3 : 0;
}

// Appends the words of `text` to `words`; the views point into `text`.
inline void split_words(std::string_view text, std::vector<std::string_view>& words) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    if (std::size_t space = leading_space(at, end)) {
      at += space;
      continue;
    }
    const char* begin = at++;
    while (at < end) {
      auto byte = static_cast<unsigned char>(*at);
      if ((byte <= 0x20 || byte >= 0xC2) && leading_space(at, end)) break;
      ++at;
    }
    words.emplace_back(begin, static_cast<std::size_t>(at - begin));
  }
}

// White space between the tokens of a corpus: ASCII only, as in KenLM and Moses, so that a no-break space within a
// token stays there. Line ends are white space too.
inline bool is_token_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Calls visit(token) for the tokens of `line`, in order.
template <class Visit>
void for_each_token(std::string_view line, Visit visit) {
  std::size_t at = 0;
  while (true) {
    while (at < line.size() && is_token_space(line[at])) ++at;
    if (at == line.size()) return;
    std::size_t begin = at;
    while (at < line.size() && !is_token_space(line[at])) ++at;
    visit(line.substr(begin, at - begin));
  }
}

}  // namespace pitchpipe::text
