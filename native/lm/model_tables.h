#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "lm/hash_slots.h"

namespace pitchpipe::lm {

// The n-grams of one order as an ARPA file lists them: rows of n words, first word first, then the bits of the log10
// probability and of the back-off weight.
struct NgramRows {
  std::span<const std::uint32_t> values;
  unsigned order;

  std::size_t width() const { return order + 2; }
  std::size_t size() const { return values.size() / width(); }
  const std::uint32_t* operator[](std::size_t row) const { return values.data() + row * width(); }
};

// A row that cannot be part of a model: which, and why.
class BadNgram : public std::invalid_argument {
 public:
  BadNgram(unsigned order, std::size_t row, const std::string& problem)
      : std::invalid_argument(problem), order(order), row(row) {}
  const unsigned order;
  const std::size_t row;
};

// What LanguageModel is made over.
struct ModelTables {
  struct Table {
    SlotMemory slots;
    SlotLayout layout;
  };
  std::vector<float> unigrams;
  std::vector<Table> tables;
};

// The tables for lists of n-grams of order 1, 2, ... over a vocabulary of `words` words. The start of every n-gram
// must be in the lists. Where the end of one is not, because the model was pruned, an n-gram is put in its place with
// the probability that backing off gives it, as KenLM does.
//
// Throws BadNgram for the first row that is there twice or whose start is missing, std::invalid_argument for word
// numbers that do not exist, util::FileError if there is no room in the folder. Without a folder, all is in memory.
ModelTables model_tables(std::span<const NgramRows> orders, std::size_t words, const std::string& folder = {});

}  // namespace pitchpipe::lm
