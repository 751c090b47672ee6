#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "metrics/symbols.h"

namespace pitchpipe::metrics {

// The symbols of a reference without their order.
class Bag {
 public:
  // Every symbol of the reference is in [0, alphabet).
  void set_reference(Symbols reference, std::size_t alphabet) {
    counts_.assign(alphabet, 0);
    size_ = reference.size();
    for (std::int32_t symbol : reference) ++counts_[static_cast<std::size_t>(symbol)];
  }

  // The fewest insertions, deletions and substitutions between the reference and any order of `text`.
  std::size_t distance(Symbols text) {
    std::size_t matches = 0;
    for (std::int32_t symbol : text)
      if (symbol >= 0 && counts_[static_cast<std::size_t>(symbol)]-- > 0) ++matches;
    for (std::int32_t symbol : text)
      if (symbol >= 0) ++counts_[static_cast<std::size_t>(symbol)];
    return (text.size() > size_ ? text.size() : size_) - matches;
  }

 private:
  std::vector<std::int64_t> counts_;
  std::size_t size_ = 0;
};

}  // namespace pitchpipe::metrics
