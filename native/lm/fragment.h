#pragma once

#include <cstdint>

#include "lm/language_model.h"

namespace pitchpipe::lm {

// Some words in a row of which it is not yet known what comes before them, as decoders that do not go from left to
// right make them: a score that counts on nothing being before them, what can still change it, and the state after
// them. Fragments whose left ends and states are equal have the same future.
struct Fragment {
  float log10 = 0;
  State right;
  std::uint64_t left[kMostOrder - 1];  // keys of the n-grams from the first word to the first, second, ... word
  std::uint8_t left_length = 0;        // these are the words whose scores can still change
  bool left_is_full = false;           // the words after them cannot be reached from the left
};

// Adds a word at the right end.
void append(const LanguageModel& model, WordId word, Fragment& fragment);

// Adds another fragment at the right end.
void join(const LanguageModel& model, const Fragment& next, Fragment& fragment);

// What to add to the score of a fragment that turns out to come after `before`; `after` becomes the state after both.
float attach(const LanguageModel& model, const State& before, const Fragment& fragment, State& after);

}  // namespace pitchpipe::lm
