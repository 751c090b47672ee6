#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "phrases/phrase_table.h"
#include "text/word_table.h"

namespace pitchpipe::phrases {

// Words numbered in the order they come, with their bytes.
class WordStore {
 public:
  WordId intern(std::string_view word) {
    std::int32_t known = table_.find(word);
    if (known != text::WordTable::kUnknown) return static_cast<WordId>(known);
    return static_cast<WordId>(table_.intern(kept_.emplace_back(word)));
  }

  std::size_t size() const { return table_.size(); }
  std::string_view operator[](WordId word) const { return table_[word]; }

  // All words, one after the other, and where each starts and the last one ends.
  void copy_to(std::vector<std::uint8_t>& bytes, std::vector<std::int64_t>& offsets) const {
    bytes.clear();
    offsets.assign(1, 0);
    for (const std::string& word : kept_) {
      bytes.insert(bytes.end(), word.begin(), word.end());
      offsets.push_back(static_cast<std::int64_t>(bytes.size()));
    }
  }

 private:
  std::deque<std::string> kept_;  // its elements stay where they are
  text::WordTable table_;
};

}  // namespace pitchpipe::phrases
