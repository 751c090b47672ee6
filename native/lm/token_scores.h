#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lm/language_model.h"

namespace pitchpipe::lm {

// Every token of every line of a text, scored in its line: which word it is, log10 of its probability, and the length
// of the longest n-gram of the model that ends with it. Line i has the entries offsets[i] to offsets[i + 1] - 1, the
// last of which is the end of the sentence, if that is scored.
struct TokenScores {
  std::vector<WordId> words;
  std::vector<float> log10;
  std::vector<std::uint8_t> lengths;
  std::vector<std::int64_t> offsets;
};

// Lines end with \n (the last one may do without); tokens are cut at ASCII white space. `begin` and `end` say whether
// a line starts and ends a sentence.
TokenScores token_scores(const LanguageModel& model, std::string_view text, bool begin, bool end, int threads);

}  // namespace pitchpipe::lm
