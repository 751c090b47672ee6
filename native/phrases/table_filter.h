#pragma once

#include "phrases/best_first.h"
#include "phrases/phrase_set.h"
#include "phrases/phrase_table.h"
#include "phrases/table_writer.h"

namespace pitchpipe::phrases {

// Writes what a filter keeps of a table, in the same order and under the same numbers of words; if `only` is given, of
// its source phrases. Throws std::runtime_error if the table cannot be written.
void filter_table(const PhraseTable& table, const PhraseFilter& filter, const PhraseSet* only, TableWriter& writer);

}  // namespace pitchpipe::phrases
