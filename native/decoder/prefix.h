#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pitchpipe::decoder {

// How a translation must begin.
struct Prefix {
  std::vector<std::string> words;
  bool partial = false;  // whether the last one is only the start of a word
  bool any = false;      // whether each source word may stand for words of it, if no table says so
  float penalty = 0;     // what that costs, each time

  // Whether a word may stand at a place; any may behind the end.
  bool fits(std::size_t place, std::string_view word) const {
    if (place >= words.size()) return true;
    bool started = partial && place + 1 == words.size();
    return started ? word.starts_with(words[place]) : word == words[place];
  }
};

inline constexpr std::size_t kLongestPrefix = 1000;   // words
inline constexpr std::size_t kLongestMadeUp = 3;      // words of a prefix for one source word, more if there are too few

}  // namespace pitchpipe::decoder
