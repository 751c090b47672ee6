#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "align/lattice.h"

namespace pitchpipe::align {

// How likely the HMM jumps from one word to another, by distance. The weights are those of the distances -window to
// window, longer ones counted as these; from a position, the probability of a word is its weight over the sum of the
// weights of all words of the sentence.
class Jumps {
 public:
  static constexpr std::size_t kMostWindow = 15;

  // Takes 2 * window + 1 weights, which are above 0, and is for sentences of up to `longest` words.
  Jumps(std::span<const float> weights, std::size_t longest);

  std::size_t window() const { return window_; }
  float operator[](std::ptrdiff_t distance) const {
    return weights_[static_cast<std::size_t>(distance + static_cast<std::ptrdiff_t>(window_))];
  }
  std::span<const float> weights() const { return weights_; }
  std::span<const float> reversed() const { return reversed_; }
  // The sum of the weights of the `words` words to the right, and to the left, of a position.
  float right(std::size_t words) const { return right_[words]; }
  float left(std::size_t words) const { return left_[words]; }

 private:
  std::size_t window_;
  std::vector<float> weights_, reversed_, right_, left_;
};

// How often each distance was jumped, and how often it could have been: the second is summed over all jumps, as the
// number of words at that distance over the sum of the weights of the words in reach. The ratio of both is the
// weight that makes the jumps likelier (an MM step for Luce's choice model; Hunter 2004).
struct JumpCounts {
  std::vector<double> taken, possible;

  explicit JumpCounts(std::size_t distances = 0) : taken(distances), possible(distances) {}
};

// The HMM alignment model (Vogel, Ney and Tillmann 1996), with null words that remember the position before them
// (Och and Ney 2003, section 3.4). The first jump is from before the sentence. One thread at a time may use it.
class Hmm {
 public:
  // Turns probabilities of words into posteriors and returns the log-likelihood of the sentence. If `counts` are
  // given, the expected jumps are added. All probabilities must be above 1e-15, the lattice must have states.
  double posteriors(Lattice& lattice, const Jumps& jumps, float null, JumpCounts* counts);

 private:
  void prepare(const Lattice& lattice, const Jumps& jumps);
  void forward(const Lattice& lattice, const Jumps& jumps, float null);
  void sum_windows(const float* from, std::span<const float> weights, float* out);
  void start_counts();
  void count(const float* before);
  void add_counts(const Lattice& lattice, const Jumps& jumps, JumpCounts& counts);

  std::size_t size_ = 0, row_ = 0;      // floats of a row, without and with padding
  std::ptrdiff_t near_ = 0;             // the longest distance that is summed one by one
  bool has_far_ = false;                // whether the sentence has longer ones
  std::vector<float> inverse_;          // by position: one over the sum of the weights of all words
  std::vector<float> before_, alphas_, scales_;  // by word: where the HMM may jump from, where it is, its probability
  std::vector<float> totals_, betas_, ahead_, reached_, far_right_, far_left_;
  std::vector<float> between_, departures_;  // expected jumps by distance and position, and by position
  double taken_right_ = 0, taken_left_ = 0;
  std::vector<double> prefix_;
};

}  // namespace pitchpipe::align
