#pragma once

#include <algorithm>
#include <string_view>

namespace pitchpipe::text {

// Whether a line that is not UTF-8 reads as Latin-1 text: bytes of letters and signs, no control characters.
inline bool looks_like_latin1(std::string_view line) {
  return std::ranges::all_of(line, [](char c) {
    auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || byte == '\r' || (byte >= 0x20 && byte < 0x7F) || byte >= 0xA0;
  });
}

}  // namespace pitchpipe::text
