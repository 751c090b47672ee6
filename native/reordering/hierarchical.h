#pragma once

#include <string_view>

#include "reordering/orientation.h"

namespace pitchpipe::reordering {

// Looks at the block next to this phrase, as long as it can be (Galley and Manning 2008).
struct Hierarchical {
  static constexpr std::string_view kName = "hier-msd-bidirectional-fe", kSidesName = "hier-mslr-bidirectional-fe";
  static constexpr bool kBlocks = true;

  template <class Neighbours>
  static Orientation previous_in_text(const Neighbours& phrase) {
    return oriented((phrase.left && !phrase.right) || phrase.block_left(),
                    (phrase.right && !phrase.left) || phrase.block_right(), phrase.is_left());
  }
  template <class Neighbours>
  static Orientation next_in_text(const Neighbours& phrase) {
    return oriented((phrase.next_right && !phrase.next_left) || phrase.next_block_right(),
                    (phrase.next_left && !phrase.next_right) || phrase.next_block_left(), phrase.next_is_left());
  }

  template <class Step>
  static Orientation previous(const Step& step) {
    return orientation(step.block_begin, step.block_end, step.begin, step.end);
  }
  // What is translated next can still grow into a block that touches the last phrase if nothing lies between.
  template <class Step>
  static Orientation next(const Step& step) {
    return oriented(step.begin >= step.last_end && step.is_free(step.last_end, step.begin),
                    step.end <= step.last_begin && step.is_free(step.end, step.last_begin),
                    step.begin < step.last_begin);
  }
};

}  // namespace pitchpipe::reordering
