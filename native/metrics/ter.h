#pragma once

#include <cstddef>

#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

struct TerLimits {
  bool shifts;                   // false: no shifts at all
  std::size_t shift_size;        // words moved at once
  std::size_t shift_distance;    // between where the words are and where the reference has them
  std::size_t shift_candidates;  // shifts tried for one text and one reference
  std::size_t beam;              // at least 1
};

// Writes a row of two values for every candidate: its fewest edits, shifts included, against a reference of its
// group, and the average length of the group's references.
void ter_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, const TerLimits& limits,
                    int threads, double* rows);

}  // namespace pitchpipe::metrics
