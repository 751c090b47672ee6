#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pitchpipe::util {

// The text in quotes for an error message: cut at 40 bytes, never within a character; control characters
// are shown as ?. `text` must be UTF-8.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::size_t end = text.size() < kMost ? text.size() : kMost;
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  std::string shown = "'";
  for (char c : text.substr(0, end)) {
    auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  return shown + (end < text.size() ? "...'" : "'");
}

}  // namespace pitchpipe::util
