#pragma once

#include "align/links.h"

namespace pitchpipe::align {

enum class Symmetrization {
  kIntersection,
  kUnion,
  kGrow,
  kGrowDiag,
  kGrowDiagFinal,
  kGrowDiagFinalAnd,
  kRefined,
};

// One alignment from two, line by line, each line's links sorted. Growing starts from the intersection and adds links of
// the union, in the order of Moses's symal: by target word, then by source word, neighbours first above and before;
// `final` takes the forward links (a source word for each target word) before the backward ones. `refined` is
// that of Och and Ney (2003, section 4.3), in the same order until nothing changes.
//
// Throws std::invalid_argument if the numbers of lines differ, or offsets do not fit the links.
Links symmetrize(LinkSpans forward, LinkSpans backward, Symmetrization how, int threads);

}  // namespace pitchpipe::align
