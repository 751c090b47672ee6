#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "decoder/coverage.h"

namespace pitchpipe::decoder {

// What reordering models look at when a phrase [begin, end) is added to a hypothesis.
struct ReorderingStep {
  std::uint32_t begin, end;
  std::uint32_t last_begin, last_end;    // the phrase before
  std::uint32_t block_begin, block_end;  // the block that the words before make up, if there are blocks
  const Coverage& coverage;              // of the words before

  bool is_free(std::uint32_t from, std::uint32_t to) const { return from == to || coverage.is_free(from, to); }
};

// The blocks that some reordering models look at (Galley and Manning 2008): a stack of source spans, where two
// neighbours on top of it that touch become one. Stacks are numbered; 0 is the empty one, on which the sentence's
// start [0, 0) lies.
class Blocks {
 public:
  void clear() {
    stacks_.assign(1, {0, 0, 0});
    numbers_.clear();
  }

  std::uint32_t begin(std::uint32_t stack) const { return stacks_[stack].begin; }
  std::uint32_t end(std::uint32_t stack) const { return stacks_[stack].end; }

  std::uint32_t push(std::uint32_t stack, std::uint32_t begin, std::uint32_t end) {
    bool bottom = false;
    while (!bottom && touches(stacks_[stack], begin, end)) {
      const Stack& top = stacks_[stack];
      begin = top.begin < begin ? top.begin : begin;
      end = top.end > end ? top.end : end;
      bottom = stack == top.below;
      stack = top.below;
    }
    std::uint32_t below = bottom ? kBottom : stack;
    auto [found, is_new] = numbers_.try_emplace({below, begin, end}, static_cast<std::uint32_t>(stacks_.size()));
    if (is_new) {
      std::uint32_t number = found->second;
      stacks_.push_back({begin, end, bottom ? number : stack});
    }
    return found->second;
  }

 private:
  static constexpr std::uint32_t kBottom = UINT32_MAX;
  struct Stack {
    std::uint32_t begin, end;
    std::uint32_t below;  // itself at the bottom
  };
  static bool touches(const Stack& top, std::uint32_t begin, std::uint32_t end) {
    return begin == top.end || end == top.begin;
  }

  std::vector<Stack> stacks_{{0, 0, 0}};
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;
};

}  // namespace pitchpipe::decoder
