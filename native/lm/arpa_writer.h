#pragma once

#include <string>

#include "lm/model_tables.h"
#include "lm/vocabulary.h"

namespace pitchpipe::lm {

// The lines of an ARPA file for n-grams, as lmplz writes them: numbers with the fewest digits that give the same
// float, and, if asked for, back-off weights. Throws std::invalid_argument for word numbers that do not exist. `words`
// is as Vocabulary has them.
std::string arpa_lines(std::string_view words, std::span<const std::int64_t> offsets, const NgramRows& rows,
                       bool backoff, int threads);

}  // namespace pitchpipe::lm
