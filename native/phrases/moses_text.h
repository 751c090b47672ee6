#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "phrases/phrase_table.h"

namespace pitchpipe::phrases {

// The source phrases of a table in the order in which sort, with LC_ALL=C, puts the lines of Moses's tables. Throws
// std::invalid_argument if a word holds |||, which no line could hold.
std::vector<std::uint32_t> moses_order(const PhraseTable& table);

// Adds the lines of a source phrase's entries: of the phrase table, and of the table of the reordering model that has
// these values.
void add_phrase_lines(const PhraseTable& table, std::size_t phrase, std::string& text);
void add_reordering_lines(const PhraseTable& table, std::size_t phrase, std::size_t first, std::size_t count,
                          std::string& text);

}  // namespace pitchpipe::phrases
