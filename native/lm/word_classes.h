#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "lm/vocabulary.h"
#include "util/word_table.h"

namespace pitchpipe::lm {

// The classes of words, by their numbers in a language model of classes.
class WordClasses {
 public:
  // Throws std::invalid_argument if a word is there twice.
  void add(std::string_view word, WordId id) {
    if (static_cast<std::size_t>(words_.intern(word)) != ids_.size())
      throw std::invalid_argument("a word has two classes");
    ids_.push_back(id);
  }

  // The number of the word's class, or kUnknownWord.
  WordId id(std::string_view word) const {
    std::int32_t found = words_.find(word);
    return found == util::WordStore::kUnknown ? kUnknownWord : ids_[static_cast<std::size_t>(found)];
  }

 private:
  util::WordStore words_;
  std::vector<WordId> ids_;
};

}  // namespace pitchpipe::lm
