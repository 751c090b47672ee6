#include "metrics/beam_matrix.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace pitchpipe::metrics {
namespace {

constexpr std::int32_t kOutside = 1 << 29;
constexpr std::size_t kLongest = 1 << 28;

}  // namespace

void BeamMatrix::reset(Symbols reference, std::size_t length, std::size_t beam) {
  if (length > kLongest || reference.size() > kLongest)
    throw std::length_error("a text has more words than an edit-distance matrix can have");
  reference_ = reference;
  length_ = length;
  slope_ = static_cast<double>(reference.size()) / static_cast<double>(length);
  double reach = static_cast<double>(beam);
  beam_ = reach < slope_ / 2 ? static_cast<std::size_t>(std::ceil(slope_ / 2 + reach)) : beam;
  text_.clear();
}

// A path of `distance` edits leaves the diagonal by at most (distance + difference) / 2 columns from either
// corner's; rounding moves the band by one more.
bool BeamMatrix::exact(std::size_t distance) const {
  std::size_t difference =
      length_ > reference_.size() ? length_ - reference_.size() : reference_.size() - length_;
  return distance + difference + 4 <= 2 * beam_;
}

BeamMatrix::Range BeamMatrix::band(std::size_t row) const {
  auto middle = static_cast<std::size_t>(std::floor(static_cast<double>(row) * slope_));
  std::size_t columns = reference_.size() + 1;
  return {middle > beam_ ? middle - beam_ : 0,
          row == length_ ? columns : std::min(columns, middle + beam_)};
}

void BeamMatrix::lay_out() {
  bands_.resize(length_ + 1);
  for (std::size_t row = 1; row <= length_; ++row) bands_[row] = band(row);
  bands_[0] = {bands_[1].begin ? bands_[1].begin - 1 : 0, bands_[1].end};
  stride_ = 0;
  for (std::size_t row = 1; row <= length_; ++row)
    stride_ = std::max(stride_, 1 + bands_[row].end - bands_[row - 1].begin);
  cells_.resize((length_ + 1) * stride_);
  cells_[0] = kOutside;
  for (std::size_t j = bands_[0].begin; j < bands_[0].end; ++j)
    cells_[1 + j - bands_[0].begin] = static_cast<std::int32_t>(j);
}

std::size_t BeamMatrix::distance(Symbols text) {
  if (text_.empty()) lay_out();
  auto same = std::mismatch(text_.begin(), text_.end(), text.begin(), text.end()).first - text_.begin();
  text_.assign(text.begin(), text.end());
  for (auto row = static_cast<std::size_t>(same) + 1; row <= length_; ++row) fill(row, text_[row - 1]);
  return static_cast<std::size_t>(cell(length_, reference_.size()));
}

void BeamMatrix::fill(std::size_t row, std::int32_t word) {
  Range above = bands_[row - 1], band = bands_[row];
  std::int32_t* up = cells_.data() + (row - 1) * stride_ + 1;
  std::fill(up + (above.end - above.begin), up + (band.end - above.begin), kOutside);
  up += band.begin - above.begin;
  std::int32_t* here = cells_.data() + row * stride_ + 1;
  std::int32_t left = here[-1] = kOutside;
  std::size_t j = band.begin;
  if (j == 0) {
    left = *here++ = *up++ + 1;
    ++j;
  }
  for (; j < band.end; ++j, ++up) {
    std::int32_t best = up[-1] + (word != reference_[j - 1]);
    left = *here++ = std::min({best, *up + 1, left + 1});
  }
}

std::int32_t BeamMatrix::cell(std::size_t row, std::size_t column) const {
  Range band = bands_[row];
  if (column < band.begin || column >= band.end) return kOutside;
  return cells_[row * stride_ + 1 + column - band.begin];
}

void BeamMatrix::align(Alignment& alignment) const {
  std::size_t i = text_.size(), j = reference_.size();
  alignment.reached.resize(j);
  alignment.text_errors.assign(i + 1, 0);
  alignment.reference_errors.assign(j + 1, 0);
  while (i > 0 || j > 0) {
    bool differ = i == 0 || j == 0 || text_[i - 1] != reference_[j - 1];
    if (i > 0 && j > 0 && cell(i, j) == cell(i - 1, j - 1) + differ) {
      alignment.reached[j - 1] = i;
      alignment.text_errors[i--] = differ;
      alignment.reference_errors[j--] = differ;
    } else if (i > 0 && (j == 0 || cell(i, j) == cell(i - 1, j) + 1)) {
      alignment.text_errors[i--] = 1;
    } else {
      alignment.reached[j - 1] = i;
      alignment.reference_errors[j--] = 1;
    }
  }
  auto sum = [](std::vector<std::size_t>& errors) {
    std::partial_sum(errors.begin(), errors.end(), errors.begin());
  };
  sum(alignment.text_errors);
  sum(alignment.reference_errors);
}

}  // namespace pitchpipe::metrics
