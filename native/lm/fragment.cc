#include "lm/fragment.h"

#include <algorithm>

namespace pitchpipe::lm {

void append(const LanguageModel& model, WordId word, Fragment& fragment) {
  State before = fragment.right;
  FullScore score = model.full_score(before, word, fragment.right);
  fragment.log10 += score.log10;
  if (fragment.left_is_full) return;
  if (score.independent_of_left) {
    fragment.left_is_full = true;
    return;
  }
  fragment.left[fragment.left_length++] = score.key;
  bool reaches_back = fragment.right.length == fragment.left_length;
  fragment.left_is_full = !reaches_back || fragment.left_length + 1u == model.order();
}

float attach(const LanguageModel& model, const State& before, const Fragment& fragment, State& after) {
  float correction = 0;
  LeftExtension now;
  std::copy_n(before.backoff, before.length, now.backoff);
  now.used = before.length;
  for (unsigned i = 0; i < fragment.left_length && now.used > 0; ++i) {
    LeftExtension next = model.extend_left(fragment.left[i], i + 1, before.words, now.backoff, now.used);
    correction += next.correction;
    now = next;
  }
  after = fragment.right;
  if (fragment.left_is_full) {
    for (unsigned i = 0; i < now.used; ++i) correction += now.backoff[i];
    return correction;
  }
  for (unsigned i = 0; i < now.used && after.length < kMostOrder - 1; ++i, ++after.length) {
    after.words[after.length] = before.words[i];
    after.backoff[after.length] = now.backoff[i];
  }
  return correction;
}

}  // namespace pitchpipe::lm
