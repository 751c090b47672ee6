#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decoder/model.h"

namespace pitchpipe::decoder {

// The orientations of a phrase pair in the order of its reordering scores: to the phrase before, then to the one after.
inline constexpr const char* kOrientationNames[2][3] = {{"prev-m", "prev-s", "prev-d"}, {"next-m", "next-s", "next-d"}};

// The weighted sum of the sparse features of a phrase pair, without those of its orientation, which are added to
// previous and next.
float weigh_sparse(const SparseTemplates& templates, const SparseWeights& weights, const phrases::PhraseTable& table,
                   const WordHashes& hashes, std::span<const WordId> source, const phrases::PhraseTable::Entry& entry,
                   float (&previous)[3], float (&next)[3]);

// The names of the same features, each with its value.
std::vector<std::pair<std::string, float>> sparse_features(const SparseTemplates& templates, const phrases::PhraseTable& table,
                                                           std::span<const WordId> source,
                                                           const phrases::PhraseTable::Entry& entry);

// The name of the feature of a phrase pair and its orientation.
std::string orientation_feature(const phrases::PhraseTable& table, std::span<const WordId> source,
                                const phrases::PhraseTable::Entry& entry, bool next, int orientation);

}  // namespace pitchpipe::decoder
