#pragma once

#include "metrics/symbols.h"
#include "text/grouped_texts.h"

namespace pitchpipe::metrics {

// Both write a row of two values for every candidate: its edits against one reference of its group, and that
// reference's length. The reference is the one with the lowest rate of edits to length; ties go to the shorter.

// Edit distance over words or characters.
void edit_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit, int threads,
                     double* rows);

// The edits that edit_statistics counts, by kind: a row of substitutions, insertions, deletions and the length of the
// reference for every candidate. Of several alignments with the fewest edits, one with the fewest substitutions counts,
// which is one with the most symbols right; this leaves no choice, since insertions less deletions are the difference of the
// lengths. Of several references that fit equally well, the first counts.
void edit_kinds(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit, int threads,
                double* rows);

// Edit distance over words in any order.
void bag_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, int threads,
                    double* rows);

}  // namespace pitchpipe::metrics
