#pragma once

#include <vector>

#include "decoder/model.h"
#include "phrases/contributions.h"

namespace pitchpipe::decoder {

// An entry as the table would have it if it had been made without the lines of a contribution: counts, relative
// frequencies and orientations; lexical weights and the alignment stay. Its scores and reordering values are appended to
// `values`, and its counts; false if the pair does not occur elsewhere. `first` is the first entry of the source phrase.
bool take_away(const TranslationModel& model, const phrases::Contribution& contribution, std::size_t first,
               std::size_t entry, std::vector<float>& values);

// How many values that are, and the entry that they make of the table's.
inline std::size_t own_values(const phrases::PhraseTable& table) {
  return table.score_count() + table.reordering_count() + 3;
}
phrases::PhraseTable::Entry with_values(const phrases::PhraseTable& table, std::size_t entry, const float* values);

}  // namespace pitchpipe::decoder
