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

void join(const LanguageModel& model, const Fragment& next, Fragment& fragment) {
  fragment.log10 += next.log10;
  State& before = fragment.right;
  const unsigned known = before.length;
  LeftExtension now;
  std::copy_n(before.backoff, known, now.backoff);
  now.used = known;
  for (unsigned i = 0; i < next.left_length && now.used > 0; ++i) {
    LeftExtension extended = model.extend_left(next.left[i], i + 1, before.words, now.backoff, now.used);
    fragment.log10 += extended.correction;
    if (!fragment.left_is_full) {
      if (extended.independent_of_left)
        fragment.left_is_full = true;
      else
        fragment.left[fragment.left_length++] = extended.key;
    }
    now = extended;
    fragment.left_is_full |= now.used != known || fragment.left_length + 1u == model.order();
  }
  bool nothing_before = known == 0 && fragment.left_length == 0 && !fragment.left_is_full;
  if (nothing_before) {
    std::copy_n(next.left, next.left_length, fragment.left);
    fragment.left_length = next.left_length;
  }
  State after = next.right;
  if (next.left_is_full) {
    for (unsigned i = 0; i < now.used; ++i) fragment.log10 += now.backoff[i];
    fragment.left_is_full = true;
  } else {
    for (unsigned i = 0; i < now.used && after.length < kMostOrder - 1; ++i, ++after.length) {
      after.words[after.length] = before.words[i];
      after.backoff[after.length] = now.backoff[i];
    }
  }
  before = after;
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
