#pragma once

#include <string_view>

#include "reordering/orientation.h"

namespace pitchpipe::reordering {

// Looks at the word or phrase next to this one (Koehn et al. 2005).
struct WordBased {
  static constexpr std::string_view kName = "wbe-msd-bidirectional-fe", kSidesName = "wbe-mslr-bidirectional-fe";
  static constexpr bool kBlocks = false;

  template <class Neighbours>
  static Orientation previous_in_text(const Neighbours& phrase) {
    return oriented(phrase.left && !phrase.right, phrase.right && !phrase.left, phrase.is_left());
  }
  template <class Neighbours>
  static Orientation next_in_text(const Neighbours& phrase) {
    return oriented(phrase.next_right && !phrase.next_left, phrase.next_left && !phrase.next_right,
                    phrase.next_is_left());
  }

  template <class Step>
  static Orientation previous(const Step& step) {
    return orientation(step.last_begin, step.last_end, step.begin, step.end);
  }
  template <class Step>
  static Orientation next(const Step& step) {
    return previous(step);
  }
};

}  // namespace pitchpipe::reordering
