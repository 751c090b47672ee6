#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pitchpipe::text {

// Length of the UTF-8 character at the start of `text`, 0 if there is none. Overlong forms, surrogates and
// points above U+10FFFF are none, as in Python. `text` must not be empty.
inline std::size_t utf8_length(std::string_view text) {
  auto byte = [&](std::size_t i) -> unsigned { return static_cast<unsigned char>(text[i]); };
  unsigned first = byte(0);
  if (first < 0x80) return 1;
  std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  unsigned second = byte(1);
  bool refused = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                 (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return refused ? 0 : length;
}

// How many bytes of `text`, from its start, are valid UTF-8: text.size() if all are.
inline std::size_t valid_utf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t eight;
    if (text.size() - at >= sizeof eight) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & kHighBits) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    std::size_t length = utf8_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return at;
}

}  // namespace pitchpipe::text
