#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

namespace pitchpipe::util {

using WordId = std::uint32_t;

// Numbered words in memory that somebody else owns: word w is bytes[offsets[w], offsets[w + 1]). Whatever that memory
// holds, nothing outside it is read; what does not fit looks like an empty word.
class PackedWords {
 public:
  // Throws std::invalid_argument if there are no offsets.
  PackedWords(std::string_view bytes, std::span<const std::int64_t> offsets) : bytes_(bytes), offsets_(offsets) {
    if (offsets.empty()) throw std::invalid_argument("a vocabulary has no offsets");
  }

  std::size_t size() const { return offsets_.size() - 1; }

  std::string_view operator[](std::size_t word) const {
    if (word >= size()) return {};
    auto begin = static_cast<std::uint64_t>(offsets_[word]), end = static_cast<std::uint64_t>(offsets_[word + 1]);
    return begin <= end && end <= bytes_.size() ? bytes_.substr(begin, end - begin) : std::string_view();
  }

 private:
  std::string_view bytes_;
  std::span<const std::int64_t> offsets_;
};

}  // namespace pitchpipe::util
