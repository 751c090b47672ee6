#include "metrics/edit_distance.h"

#include <algorithm>
#include <numeric>

namespace pitchpipe::metrics {
namespace {

constexpr std::size_t kBits = 64;
constexpr std::size_t kMostMasks = std::size_t{1} << 20;
constexpr std::size_t kMostKept = std::size_t{1} << 20;

}  // namespace

void EditDistance::set_reference(Symbols reference, std::size_t alphabet) {
  reference_.assign(reference.begin(), reference.end());
  blocks_ = (reference.size() + kBits - 1) / kBits;
  if (blocks_ > kMostMasks / (alphabet + 1)) blocks_ = 0;
  start_.assign(blocks_, Steps{});
  masks_.assign((alphabet + 1) * blocks_, 0);
  if (!in_bits()) return;
  for (std::size_t j = 0; j < reference.size(); ++j)
    masks_[(static_cast<std::size_t>(reference[j]) + 1) * blocks_ + j / kBits] |= std::uint64_t{1} << j % kBits;
}

std::size_t EditDistance::distance(Symbols text) {
  if (!in_bits()) return plain_distance(text);
  steps_ = start_;
  return advance(text, steps_, reference_.size());
}

bool EditDistance::can_keep(std::size_t length) const {
  return in_bits() && blocks_ <= kMostKept / (length + 1);
}

std::size_t EditDistance::keep(Symbols text) {
  kept_.resize((text.size() + 1) * blocks_);
  kept_distances_.resize(text.size() + 1);
  steps_ = start_;
  kept_distances_[0] = reference_.size();
  std::copy(steps_.begin(), steps_.end(), kept_.begin());
  for (std::size_t i = 0; i < text.size(); ++i) {
    kept_distances_[i + 1] = advance(text.subspan(i, 1), steps_, kept_distances_[i]);
    std::copy(steps_.begin(), steps_.end(), kept_.data() + (i + 1) * blocks_);
  }
  return kept_distances_.back();
}

std::size_t EditDistance::distance_after(std::size_t same, Symbols text) {
  const Steps* row = kept_.data() + same * blocks_;
  steps_.assign(row, row + blocks_);
  return advance(text.subspan(same), steps_, kept_distances_[same]);
}

const std::uint64_t* EditDistance::masks(std::int32_t symbol) const {
  auto row = static_cast<std::size_t>(symbol < 0 ? 0 : symbol + 1);
  return masks_.data() + row * blocks_;
}

// One row further: `across` comes in as the step into the new row at the block's first cell, and goes
// out as the step at cell top + 1.
inline void EditDistance::advance(std::uint64_t equal, unsigned top, Steps& steps, Steps& across) {
  std::uint64_t same = equal | across.minus;
  std::uint64_t diagonal = (((same & steps.plus) + steps.plus) ^ steps.plus) | same | steps.minus;
  std::uint64_t plus = steps.minus | ~(diagonal | steps.plus);
  std::uint64_t minus = diagonal & steps.plus;
  Steps out{plus >> top & 1, minus >> top & 1};
  plus = plus << 1 | across.plus;
  minus = minus << 1 | across.minus;
  steps.plus = minus | ~(diagonal | plus);
  steps.minus = plus & diagonal;
  across = out;
}

std::size_t EditDistance::advance(Symbols text, std::vector<Steps>& row, std::size_t distance) const {
  auto last = static_cast<unsigned>((reference_.size() - 1) % kBits);
  if (blocks_ == 1) {
    Steps steps = row[0];
    for (std::int32_t symbol : text) {
      Steps across{1, 0};
      advance(*masks(symbol), last, steps, across);
      distance += across.plus - across.minus;
    }
    row[0] = steps;
    return distance;
  }
  for (std::int32_t symbol : text) {
    const std::uint64_t* equal = masks(symbol);
    Steps across{1, 0};
    for (std::size_t block = 0; block + 1 < blocks_; ++block)
      advance(equal[block], kBits - 1, row[block], across);
    advance(equal[blocks_ - 1], last, row[blocks_ - 1], across);
    distance += across.plus - across.minus;
  }
  return distance;
}

std::size_t EditDistance::plain_distance(Symbols text) {
  row_.resize(reference_.size() + 1);
  std::iota(row_.begin(), row_.end(), std::size_t{0});
  for (std::int32_t symbol : text) {
    std::size_t diagonal = row_[0]++;
    for (std::size_t j = 1; j < row_.size(); ++j) {
      std::size_t substituted = diagonal + (symbol != reference_[j - 1]);
      diagonal = row_[j];
      row_[j] = std::min({substituted, diagonal + 1, row_[j - 1] + 1});
    }
  }
  return row_.back();
}

}  // namespace pitchpipe::metrics
