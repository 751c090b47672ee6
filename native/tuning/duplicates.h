#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "text/grouped_texts.h"

namespace pitchpipe::tuning {

// The features of candidates: a row of dense values each, and sparse entries starts[i] to starts[i + 1] - 1 in the order of
// their features.
struct CandidateFeatures {
  std::span<const double> dense;
  std::size_t width;
  std::span<const std::int64_t> starts;
  std::span<const std::int32_t> features;
  std::span<const double> values;
};

// For each candidate the first one of its group with the same text and features, which may be itself. Values are the same
// if their bits are, but 0 and -0 are one value, and a sparse value of 0 is as good as none.
// Throws std::invalid_argument if the sizes disagree.
std::vector<std::int64_t> first_of_equals(const text::GroupedTexts& texts, const CandidateFeatures& features);

}  // namespace pitchpipe::tuning
