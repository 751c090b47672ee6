#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace pitchpipe::decoder {

enum Orientation { kMonotone = 0, kSwap = 1, kDiscontinuous = 2 };

// Of a phrase that covers [begin, end), with regard to a block of covered words before it in the translation.
inline Orientation orientation(std::uint32_t block_begin, std::uint32_t block_end, std::uint32_t begin,
                               std::uint32_t end) {
  return begin == block_end ? kMonotone : end == block_begin ? kSwap : kDiscontinuous;
}

// The blocks of the hierarchical reordering model (Galley and Manning 2008): a stack of source spans, where two
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
    while (!bottom && orientation(stacks_[stack].begin, stacks_[stack].end, begin, end) != kDiscontinuous) {
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
  std::vector<Stack> stacks_{{0, 0, 0}};
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;
};

}  // namespace pitchpipe::decoder
