#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pitchpipe::metrics {

// A metric's score of summed statistics, for the metrics whose formula the line search evaluates at every
// plateau: a weighted sum of parts, each BLEU or a ratio of two sums. Python has the same formulas; a test
// holds the two together.
class CorpusScore {
 public:
  // Adds 100 * weight * BLEU of `order` over the next 2 * order + 1 statistics; zero counts are smoothed as
  // mteval does if `smooth_exp`, else they make the score 0.
  void add_bleu(double weight, std::size_t order, bool smooth_exp);
  // Adds weight * first / second over the next two statistics; where the second is 0 the ratio is `over_nothing`
  // if the first is positive, else 0.
  void add_ratio(double weight, double over_nothing);

  std::size_t width() const { return width_; }
  double operator()(const double* sums) const;

 private:
  struct Part {
    double weight;
    std::size_t order;  // 0 for a ratio
    bool smooth_exp;
    double over_nothing;
    std::size_t at;
  };
  std::vector<Part> parts_;
  std::size_t width_ = 0;
};

}  // namespace pitchpipe::metrics
