#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/grouped_texts.h"
#include "util/word_table.h"

namespace pitchpipe::metrics {

// What is known of the words of some texts: which share a stem, which are synonyms, and which are marked, as function
// words or stop words are. What a stem or a synonym is, the caller decides.
class Lexicon {
 public:
  // Text i of `words` is a word; it has the stem stems[i], the sets of synonyms synsets[starts[i]] to
  // synsets[starts[i + 1] - 1], which rise, and the mark marks[i]. Views all of them. Throws std::invalid_argument where
  // they do not fit or a word comes twice.
  Lexicon(const text::GroupedTexts& words, std::span<const std::int32_t> stems, std::span<const std::int64_t> starts,
          std::span<const std::int32_t> synsets, std::span<const std::uint8_t> marks);

  // The numbers of the words of a text; throws std::invalid_argument where one is not listed.
  void read(std::string_view text, std::vector<std::int32_t>& ids) const;

  std::size_t size() const { return stems_.size(); }
  std::string_view word(std::int32_t id) const { return words_[static_cast<std::size_t>(id)]; }
  bool is_marked(std::int32_t id) const { return marks_[static_cast<std::size_t>(id)] != 0; }
  bool share_stem(std::int32_t one, std::int32_t other) const {
    return stems_[static_cast<std::size_t>(one)] == stems_[static_cast<std::size_t>(other)];
  }
  bool are_synonyms(std::int32_t one, std::int32_t other) const;

 private:
  std::span<const std::int32_t> synsets_of(std::int32_t id) const;

  util::WordTable words_;
  std::span<const std::int32_t> stems_;
  std::span<const std::int64_t> starts_;
  std::span<const std::int32_t> synsets_;
  std::span<const std::uint8_t> marks_;
};

}  // namespace pitchpipe::metrics
