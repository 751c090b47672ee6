#pragma once

#include <string>
#include <utility>
#include <vector>

#include "decoder/model.h"

namespace pitchpipe::decoder {

// The weighted sum of the sparse features of a phrase pair, without those of its orientation, which are added to
// previous and next.
float weigh_sparse(const SparseTemplates& templates, const SparseWeights& weights, const WordHashes& hashes,
                   const SparsePair& pair, float (&previous)[kOrientations], float (&next)[kOrientations]);

// The names of the same features, each with its value; and of those of one orientation.
std::vector<std::pair<std::string, float>> sparse_features(const SparseTemplates& templates, const SparsePair& pair);
std::vector<std::pair<std::string, float>> oriented_features(const SparseTemplates& templates, const SparsePair& pair,
                                                             bool next, int orientation);

}  // namespace pitchpipe::decoder
