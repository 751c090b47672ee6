#pragma once

#include <cmath>

namespace pitchpipe::align {

// The logarithm of a product of many small numbers, with few logarithms taken.
class LogProduct {
 public:
  void multiply(double factor) {
    product_ *= factor;
    if (product_ < 1e-200) flush();
  }
  double log() {
    flush();
    return sum_;
  }

 private:
  void flush() {
    sum_ += std::log(product_);
    product_ = 1;
  }
  double product_ = 1, sum_ = 0;
};

}  // namespace pitchpipe::align
