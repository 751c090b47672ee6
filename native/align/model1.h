#pragma once

#include "align/lattice.h"

namespace pitchpipe::align {

// IBM model 1 (Brown et al. 1993): each word comes from no word with probability `null`, else from any word of the
// other sentence alike. Turns probabilities of words into posteriors; returns the log-likelihood of the sentence.
// All probabilities must be above 1e-15, and the lattice must have states.
double model1_posteriors(Lattice& lattice, float null);

}  // namespace pitchpipe::align
