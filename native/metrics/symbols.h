#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/grouped_texts.h"
#include "util/word_table.h"

namespace pitchpipe::metrics {

// Words or characters as numbers from 0; WordTable::kUnknown is one that no reference has.
using Symbols = std::span<const std::int32_t>;

// kSpacedCharacters: with one space between words, whatever white space the text has there.
enum class Unit { kWords, kCharacters, kSpacedCharacters };

// Reads the references of a group, then its candidates, as symbols.
class SymbolReader {
 public:
  // The texts must outlive the reading of the group's candidates.
  void set_references(const text::GroupedTexts& references, std::size_t group, Unit unit);

  std::size_t reference_count() const { return ends_.size(); }
  Symbols reference(std::size_t k) const;

  // One more than the largest symbol of any reference.
  std::size_t alphabet() const { return table_.size(); }

  // Valid until the next call.
  Symbols candidate(std::string_view text);

 private:
  void split(std::string_view text);

  Unit unit_ = Unit::kWords;
  util::WordTable table_;
  std::vector<std::int32_t> references_, candidate_;
  std::vector<std::size_t> ends_;
  std::vector<std::string_view> words_, units_;
};

}  // namespace pitchpipe::metrics
