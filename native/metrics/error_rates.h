#pragma once

#include "metrics/symbols.h"
#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

// Both write a row of two values for every candidate: its edits against one reference of its group, and that
// reference's length. The reference is the one with the lowest rate of edits to length; ties go to the shorter.

// Edit distance over words or characters.
void edit_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit, int threads,
                     double* rows);

// Edit distance over words in any order.
void bag_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, int threads,
                    double* rows);

}  // namespace pitchpipe::metrics
