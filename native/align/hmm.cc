#include "align/hmm.h"

#include <algorithm>

#include "align/log_product.h"
#include "util/simd.h"

namespace pitchpipe::align {
namespace {

// Zeros on both sides of a row, so that windows may reach beyond it.
constexpr std::size_t kPad = 16;
static_assert(kPad >= Jumps::kMostWindow);

// out(p) = the sum over |e| <= near of weights[e] * from(p + e), and what is in out(p) before.
PITCHPIPE_HOT void add_windows(const float* from, const float* weights, std::ptrdiff_t near, std::size_t size,
                               float* out) {
  for (std::size_t p = 0; p < size; p += kFloats) {
    Floats even = PITCHPIPE_LOAD8(out + p), odd{};
    const float* at = from + p;
    even += weights[0] * PITCHPIPE_LOAD8(at);
    for (std::ptrdiff_t e = 1; e <= near; ++e) {
      even += weights[e] * PITCHPIPE_LOAD8(at + e);
      odd += weights[-e] * PITCHPIPE_LOAD8(at - e);
    }
    PITCHPIPE_STORE8(out + p, even + odd);
  }
}

// sums[e](p) += here(p) * there(p + e) for |e| <= near; sums are rows of `size`.
PITCHPIPE_HOT void add_products(const float* here, const float* there, std::ptrdiff_t near, std::size_t size,
                                float* sums) {
  for (std::size_t p = 0; p < size; p += kFloats) {
    Floats factor = PITCHPIPE_LOAD8(here + p);
    float* to = sums + p;
    for (std::ptrdiff_t e = -near; e <= near; ++e, to += size)
      PITCHPIPE_STORE8(to, PITCHPIPE_LOAD8(to) + factor * PITCHPIPE_LOAD8(there + static_cast<std::ptrdiff_t>(p) + e));
  }
}

// One word further: totals(p), the chance of being at p, becomes that after the word; alphas(p) is the part that has
// just come from p. `alphas` holds the chance to jump to p. Returns the word's probability, by which all is divided.
PITCHPIPE_HOT float step(const float* links, float from_null, float from_word, std::size_t size, float* alphas,
                         float* totals) {
  Floats sums{};
  for (std::size_t p = 0; p < size; p += kFloats) {
    Floats alpha = PITCHPIPE_LOAD8(alphas + p) * PITCHPIPE_LOAD8(links + p) * from_word;
    Floats total = alpha + PITCHPIPE_LOAD8(totals + p) * from_null;
    sums += total;
    PITCHPIPE_STORE8(alphas + p, alpha);
    PITCHPIPE_STORE8(totals + p, total);
  }
  float sum = PITCHPIPE_SUM8(sums);
  float scale = 1.0f / sum;
  for (std::size_t p = 0; p < size; p += kFloats) {
    PITCHPIPE_STORE8(alphas + p, PITCHPIPE_LOAD8(alphas + p) * scale);
    PITCHPIPE_STORE8(totals + p, PITCHPIPE_LOAD8(totals + p) * scale);
  }
  return sum;
}

PITCHPIPE_HOT void multiply(const float* a, const float* b, float factor, std::size_t size, float* out) {
  for (std::size_t p = 0; p < size; p += kFloats)
    PITCHPIPE_STORE8(out + p, PITCHPIPE_LOAD8(a + p) * PITCHPIPE_LOAD8(b + p) * factor);
}

// out(p) += a(p) * b(p)
PITCHPIPE_HOT void add_product(const float* a, const float* b, std::size_t size, float* out) {
  for (std::size_t p = 0; p < size; p += kFloats)
    PITCHPIPE_STORE8(out + p, PITCHPIPE_LOAD8(out + p) + PITCHPIPE_LOAD8(a + p) * PITCHPIPE_LOAD8(b + p));
}

// out(p) = a(p) * b(p) + factor * out(p)
PITCHPIPE_HOT void mix(const float* a, const float* b, float factor, std::size_t size, float* out) {
  for (std::size_t p = 0; p < size; p += kFloats)
    PITCHPIPE_STORE8(out + p, PITCHPIPE_LOAD8(a + p) * PITCHPIPE_LOAD8(b + p) + PITCHPIPE_LOAD8(out + p) * factor);
}

PITCHPIPE_HOT float sum_of(const float* row, std::size_t size) {
  Floats sums{};
  for (std::size_t p = 0; p < size; p += kFloats) sums += PITCHPIPE_LOAD8(row + p);
  return PITCHPIPE_SUM8(sums);
}

// What lies at least `window` to the right of each position, and to the left.
void sum_far(const float* from, std::size_t window, std::size_t size, float* right, float* left) {
  std::fill(right, right + size, 0.0f);
  std::fill(left, left + size, 0.0f);
  float sum = 0;
  for (std::size_t p = size; p-- > window;) right[p - window] = sum += from[p];
  sum = 0;
  for (std::size_t p = window; p < size; ++p) left[p] = sum += from[p - window];
}

}  // namespace

Jumps::Jumps(std::span<const float> weights, std::size_t longest)
    : window_(weights.size() / 2), weights_(weights.begin(), weights.end()), right_{0}, left_{0} {
  reversed_.assign(weights.rbegin(), weights.rend());
  for (std::size_t d = 1; d <= longest; ++d) {
    auto clipped = static_cast<std::ptrdiff_t>(std::min(d, window_));
    right_.push_back(right_.back() + (*this)[clipped]);
    left_.push_back(left_.back() + (*this)[-clipped]);
  }
}

void Hmm::prepare(const Lattice& lattice, const Jumps& jumps) {
  size_ = lattice.stride;
  row_ = size_ + 2 * kPad;
  near_ = static_cast<std::ptrdiff_t>(std::min(jumps.window() - 1, lattice.states));
  has_far_ = lattice.states >= jumps.window();
  inverse_.assign(size_, 0.0f);
  for (std::size_t p = 0; p <= lattice.states; ++p) {
    float here_and_left = p > 0 ? jumps[0] + jumps.left(p - 1) : 0.0f;
    inverse_[p] = 1.0f / (here_and_left + jumps.right(lattice.states - p));
  }
  ahead_.assign(row_, 0.0f);
  far_right_.resize(size_);
  far_left_.resize(size_);
}

void Hmm::start_counts() {
  between_.assign(static_cast<std::size_t>(2 * near_ + 1) * size_, 0.0f);
  departures_.assign(size_, 0.0f);
  taken_right_ = taken_left_ = 0;
}

void Hmm::count(const float* before) {
  add_products(before, ahead_.data() + kPad, near_, size_, between_.data());
  if (!has_far_) return;
  float right = 0, left = 0;
  for (std::size_t p = 0; p < size_; ++p) right += before[p] * far_right_[p], left += before[p] * far_left_[p];
  taken_right_ += right, taken_left_ += left;
}

// Sums weights(e) * from(p + e) over all e, near and far.
void Hmm::sum_windows(const float* from, std::span<const float> weights, float* out) {
  std::size_t window = weights.size() / 2;
  if (has_far_) {
    sum_far(from, window, size_, far_right_.data(), far_left_.data());
    for (std::size_t p = 0; p < size_; ++p)
      out[p] = weights.back() * far_right_[p] + weights.front() * far_left_[p];
  } else {
    std::fill(out, out + size_, 0.0f);
  }
  add_windows(from, weights.data() + window, near_, size_, out);
}

void Hmm::forward(const Lattice& lattice, const Jumps& jumps, float null) {
  before_.assign(lattice.length * row_, 0.0f);
  alphas_.resize(lattice.length * size_);
  scales_.resize(lattice.length);
  totals_.assign(size_, 0.0f);
  totals_[0] = 1;
  for (std::size_t j = 0; j < lattice.length; ++j) {
    float* before = before_.data() + j * row_ + kPad;
    float* alphas = alphas_.data() + j * size_;
    multiply(totals_.data(), inverse_.data(), 1.0f, size_, before);
    sum_windows(before, jumps.reversed(), alphas);
    scales_[j] = step(lattice.row(j), null * lattice.null[j], 1.0f - null, size_, alphas, totals_.data());
  }
}

double Hmm::posteriors(Lattice& lattice, const Jumps& jumps, float null, JumpCounts* counts) {
  prepare(lattice, jumps);
  forward(lattice, jumps, null);
  if (counts) start_counts();
  betas_.assign(size_, 1.0f);
  reached_.resize(size_);
  LogProduct likelihood;
  for (std::size_t j = lattice.length; j-- > 0;) {
    const float* before = before_.data() + j * row_ + kPad;
    float* row = lattice.row(j);
    likelihood.multiply(scales_[j]);
    multiply(row, betas_.data(), (1.0f - null) / scales_[j], size_, ahead_.data() + kPad);
    multiply(alphas_.data() + j * size_, betas_.data(), 1.0f, size_, row);
    sum_windows(ahead_.data() + kPad, jumps.weights(), reached_.data());
    if (counts) {
      count(before);
      add_product(before, reached_.data(), size_, departures_.data());
    }
    mix(reached_.data(), inverse_.data(), null * lattice.null[j] / scales_[j], size_, betas_.data());
    lattice.null[j] = std::max(0.0f, 1.0f - sum_of(row, size_));
  }
  if (counts) add_counts(lattice, jumps, *counts);
  return likelihood.log();
}

void Hmm::add_counts(const Lattice& lattice, const Jumps& jumps, JumpCounts& counts) {
  auto window = static_cast<std::ptrdiff_t>(jumps.window());
  auto states = static_cast<std::ptrdiff_t>(lattice.states);
  auto add = [&](std::ptrdiff_t distance, double taken, double possible) {
    auto at = static_cast<std::size_t>(distance + window);
    counts.taken[at] += static_cast<double>(jumps[distance]) * taken;
    counts.possible[at] += possible;
  };
  prefix_.assign(1, 0.0);
  double far_right = 0, far_left = 0;
  for (std::ptrdiff_t p = 0; p <= states; ++p) {
    double shares = static_cast<double>(departures_[static_cast<std::size_t>(p)]) *
                    static_cast<double>(inverse_[static_cast<std::size_t>(p)]);
    prefix_.push_back(prefix_.back() + shares);
    far_right += shares * static_cast<double>(std::max<std::ptrdiff_t>(0, states - p - window + 1));
    far_left += shares * static_cast<double>(std::max<std::ptrdiff_t>(0, p - window));
  }
  for (std::ptrdiff_t d = -near_; d <= near_; ++d) {
    const float* row = between_.data() + static_cast<std::size_t>(d + near_) * size_;
    std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, 1 - d), last = std::min(states, states - d);
    double possible = 0;
    if (first <= last) possible = prefix_[static_cast<std::size_t>(last + 1)] - prefix_[static_cast<std::size_t>(first)];
    add(d, static_cast<double>(sum_of(row, size_)), possible);
  }
  add(window, taken_right_, far_right);
  add(-window, taken_left_, far_left);
}

}  // namespace pitchpipe::align
